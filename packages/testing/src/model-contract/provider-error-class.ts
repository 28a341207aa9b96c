import { isRolloutsError } from "@rollouts/core";

/** The class of a ProviderError, of whatever copy of the packages; undefined for anything else. */
export function providerErrorClass(thrown: unknown): string | undefined {
  if (!isRolloutsError(thrown) || thrown.code !== "provider_failed") return undefined;
  return "errorClass" in thrown ? String(thrown.errorClass) : undefined;
}
