import { isPlainObject, type JsonObject } from "@rollouts/core";
import type { ModelDefinition } from "./model-definition.ts";

/**
 * Members of every request: those of the profile under those of the settings. Objects of one name are
 * put together, so that choosing something more of a server does not take away what the profile needs.
 */
export function toExtraBody({ profile, settings }: ModelDefinition): JsonObject {
  const given = settings.extraBody ?? {};
  const members = Object.entries(given).map(([name, value]) => {
    const needed = Object.hasOwn(profile.extraBody, name) ? profile.extraBody[name] : undefined;
    const isBoth = isPlainObject(needed) && isPlainObject(value);
    return [name, isBoth ? { ...needed, ...value } : value] as const;
  });
  return { ...profile.extraBody, ...Object.fromEntries(members) };
}
