import { UnsupportedSpecVersionError } from "../errors/unsupported-spec-version-error.ts";

/**
 * Refuses what is made for another contract of plug-ins than `v1`.
 *
 * @param found its member `specVersion`
 * @param plugin begins the message, such as `The sink`
 * @throws UnsupportedSpecVersionError
 */
export function requireSpecVersion(found: unknown, plugin: string): void {
  if (found === "v1") return;
  throw new UnsupportedSpecVersionError({ plugin, found, supported: ["v1"] });
}
