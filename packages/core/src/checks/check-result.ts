import type { RolloutResult } from "../results/rollout-result.ts";
import { notInMemory } from "./not-in-memory.ts";
import { requireSpecVersion } from "./require-spec-version.ts";

/**
 * Refuses what is no result in memory, such as a promise that was not awaited, or a result file that
 * was opened for reading; `argument` is what the message calls it.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError for a result of another contract.
 */
export function checkResult(result: unknown, argument = "result"): void {
  const found = result as Partial<RolloutResult> | null | undefined;
  if (!Array.isArray(found?.taskResults) || typeof found.summary !== "function") {
    throw notInMemory(result, argument);
  }
  requireSpecVersion(found.specVersion, `The result given as ${argument}`);
}
