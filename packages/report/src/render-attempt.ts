import { checkResult, type RolloutResult } from "@rollouts/core";
import { attemptFacts } from "./attempt-facts.ts";
import { attemptLines, taskLines } from "./attempt-lines.ts";
import { findAttempt } from "./find-attempt.ts";
import { toSafeText } from "./safe-text.ts";

/**
 * Shows one attempt in full, as plain text without a newline at its end: input, expected, verdict
 * with reason and detail, metrics, tries when there was more than one, and the transcript. Nothing
 * is clipped but the addresses of images; what is unsafe on a terminal is escaped, line breaks of a
 * text are kept.
 *
 * @param label Task id, `/` and the number of the attempt from 0, such as `task-id/0`.
 * @throws InvalidArgumentError for a value that is no result, and for a label that names no attempt
 * of it; the message lists task ids, or the numbers that there are. UnsupportedSpecVersionError for
 * a result of another contract.
 */
export function renderAttempt(result: RolloutResult, label: string): string {
  checkResult(result);
  const { taskResult, attempt } = findAttempt(result, label);
  return toSafeText([
    `${label}   ${attemptFacts(attempt)}`,
    ...taskLines(taskResult.task),
    ...attemptLines(attempt),
  ]);
}
