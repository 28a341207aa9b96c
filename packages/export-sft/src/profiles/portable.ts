import { chatFormat } from "../rows/chat-format.ts";
import { noExtras, noLimits } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/**
 * The subset that most consumers of chat fine-tuning files take: rows with `messages` alone, messages
 * with `role` and text `content` alone, no tools. Some refuse what it allows: two messages of a role
 * in a row (Together), a system message that is not the first (Together, Fireworks, Mistral).
 */
export const portable = defineProfile({
  name: "portable",
  version: 1,
  verifiedOn: "2026-08-23",
  format: chatFormat,
  rowKeys: { required: ["messages"], optional: [] },
  roles: ["system", "user", "assistant"],
  userContent: "text",
  unfit: "leave-out",
  order: {
    system: "anywhere",
    startsWithUser: false,
    repeatable: ["system", "user", "assistant"],
  },
  tools: null,
  marksUntrained: false,
  extras: noExtras,
  lossMask: "whatever the trainer chooses; the file says nothing",
  byteOrderMark: false,
  separators: "any",
  suffix: null,
  limits: { ...noLimits, maxRows: 320, maxBytes: 1_048_576 },
  defaults: { onOverflow: "truncate", deduplicate: false, allowMixedPrompts: true },
});
