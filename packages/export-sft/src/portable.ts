import type { SftProfile } from "./profile.ts";

/**
 * The subset that every known consumer of chat fine-tuning files takes: rows with `messages` alone,
 * messages with `role` and text `content` alone, no tools.
 */
export const portable: SftProfile = Object.freeze({
  name: "portable",
  maxRows: 320,
  maxBytes: 1_048_576,
});
