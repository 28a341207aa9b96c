import {
  type AttemptResult,
  checkResult,
  invalidArgument,
  isPlainObject,
  type RolloutResult,
  refuseUnknownKeys,
  type TaskResult,
} from "@rollouts/core";
import { attemptBlock } from "./attempt-block.ts";
import { clip, clipName } from "./clip.ts";
import { coverageLines } from "./coverage-lines.ts";
import { lastUserText } from "./input-text.ts";
import { toJsonText } from "./json-text.ts";
import { toSafeText } from "./safe-text.ts";

/** What `renderReport` takes. */
export interface RenderReportOptions {
  /**
   * `failed`: the attempts that were scored and failed, and all without a verdict. `all`: every
   * attempt.
   *
   * @defaultValue "failed"
   */
  readonly only?: "failed" | "all" | undefined;
  /** At most so many attempts per task, 1 or more, out of those that `only` leaves. Default: all. */
  readonly attempts?: number | undefined;
}

/**
 * Tells what went wrong, attempt by attempt, as plain text without a newline at its end: verdict,
 * error or reason, tool executions, answer and tokens. The last line is the pass rate with its
 * coverage. Attempts are numbered from 0. Foreign text is clipped, and safe to print on a terminal.
 *
 * @throws InvalidArgumentError for a value that is no result, and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function renderReport(result: RolloutResult, options: RenderReportOptions = {}): string {
  checkResult(result);
  checkOptions(options);
  const { only = "failed", attempts: maxCount = Number.POSITIVE_INFINITY } = options;
  const blocks = result.taskResults.flatMap((taskResult) => {
    const rows = only === "all" ? taskResult.attempts : taskResult.attempts.filter(needsALook);
    // A task that never ran is no failure, but a part of "all".
    return rows.length > 0 || only === "all" ? taskBlock(taskResult, rows, maxCount) : [];
  });
  const body = blocks.length > 0 ? blocks : [nothingToReport(result), ""];
  return toSafeText([...body, ...coverageLines(result)]);
}

function checkOptions(options: RenderReportOptions): void {
  if (!isPlainObject(options)) {
    throw invalidArgument("options", "an object { only?, attempts? }", options);
  }
  refuseUnknownKeys(options, ["only", "attempts"], "renderReport");
  const { only, attempts }: { only?: unknown; attempts?: unknown } = options;
  if (only !== undefined && only !== "failed" && only !== "all") {
    throw invalidArgument("only", '"failed" or "all"', only);
  }
  const isCount = typeof attempts === "number" && Number.isInteger(attempts) && attempts >= 1;
  if (attempts !== undefined && !isCount) {
    throw invalidArgument("attempts", "a whole number of 1 or more", attempts);
  }
}

function needsALook({ score }: AttemptResult): boolean {
  return score === null || !score.passed;
}

function taskBlock(
  { task }: TaskResult,
  rows: readonly AttemptResult[],
  maxCount: number,
): string[] {
  const hiddenCount = rows.length - maxCount;
  return [
    `task ${clipName(task.id, 200)}: ${clip(lastUserText(task.input), 90)}`,
    ...(task.expected === undefined ? [] : [`  expected: ${clip(toJsonText(task.expected), 90)}`]),
    ...rows.slice(0, maxCount).flatMap(attemptBlock),
    ...(rows.length === 0 ? ["  (no attempt ran)"] : []),
    ...(hiddenCount > 0 ? [`  ... ${hiddenCount} more (raise attempts to see them)`] : []),
    "",
  ];
}

function nothingToReport(result: RolloutResult): string {
  const { taskCount, attemptCount, plannedCount } = result.summary();
  if (taskCount === 0) return "the result has no tasks; nothing to report";
  if (attemptCount === 0) return "no attempt ran; nothing to report";
  const which = attemptCount === plannedCount ? "attempts" : "attempts that ran";
  return `all ${attemptCount} ${which} passed; nothing to report (only: "all" shows them)`;
}
