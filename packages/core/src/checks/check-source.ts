import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import type { ResultSource } from "../result-source.ts";
import { describeValue } from "./describe-value.ts";
import { requireSpecVersion } from "./require-spec-version.ts";

/**
 * Refuses what is no result, such as a promise that was not awaited; `argument` is what the message
 * calls it.
 */
export function checkSource(source: unknown, argument = "source"): void {
  const found = source as Partial<ResultSource> | null | undefined;
  const hasMembers =
    typeof found?.header === "object" &&
    found.header !== null &&
    typeof found.tasks === "function" &&
    typeof found.attempts === "function";
  if (!hasMembers) {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be a result (a RolloutResult, or a result file that was read), got ${describeValue(source)}.`,
    });
  }
  requireSpecVersion(found.specVersion, `The result given as ${argument}`);
}
