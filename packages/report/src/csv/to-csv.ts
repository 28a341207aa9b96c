import {
  type AttemptResult,
  checkResult,
  type ResolvedTask,
  type RolloutResult,
} from "@rollouts/core";
import { answerOf } from "../attempt-block.ts";
import { toJsonText, toText } from "../json-text.ts";
import { verdictOf } from "../verdict-glyph.ts";
import { plainCell, textCell } from "./csv-cell.ts";

type Cell = (attempt: AttemptResult, task: ResolvedTask) => string;

/** The columns, in order, each with its cell. */
const columns: readonly (readonly [name: string, cell: Cell])[] = [
  ["task_id", ({ taskId }) => textCell(taskId)],
  ["attempt_index", ({ attemptIndex }) => plainCell(attemptIndex)],
  ["verdict", (attempt) => plainCell(verdictOf(attempt))],
  ["value", ({ score }) => plainCell(score?.value)],
  ["unscored_cause", ({ unscored }) => plainCell(unscored?.cause)],
  ["reason", ({ score, unscored }) => textCell(score?.reason ?? unscored?.reason)],
  ["stop_reason", ({ stopReason }) => plainCell(stopReason)],
  ["error_type", ({ errorType }) => textCell(errorType)],
  ["error", ({ error }) => textCell(error)],
  ["duration_ms", ({ durationMs }) => plainCell(durationMs)],
  ["waited_ms", ({ waitedMs }) => plainCell(waitedMs)],
  ["try_count", ({ tries }) => plainCell(tries.length)],
  ["tool_execution_count", ({ run }) => plainCell(run?.toolExecutions.length)],
  ["tool_call_limit_hit", ({ toolCallLimitHit }) => plainCell(toolCallLimitHit)],
  ["input_tokens", ({ run }) => plainCell(run?.usage?.inputTokens)],
  ["output_tokens", ({ run }) => plainCell(run?.usage?.outputTokens)],
  ["cost_usd", ({ run }) => plainCell(run?.usage?.costUsd)],
  ["answer", ({ run }) => (run === null ? "" : textCell(answerOf(run)))],
  ["input", (_, { input }) => textCell(toText(input))],
  ["expected", (_, { expected }) => jsonCell(expected)],
  ["metadata", (_, { metadata }) => jsonCell(metadata)],
];

/**
 * Writes a result as CSV (RFC 4180, UTF-8, CRLF): a line of column names, then a line for each
 * attempt that ran, in the order of the result. An unknown number is an empty cell, never 0. What the
 * task expects and its metadata are JSON. Text is kept on one line of at most 2,000 characters, with visible escapes for line breaks and control
 * characters; an apostrophe stands before what a spreadsheet would take for a formula.
 *
 * @throws InvalidArgumentError for a value that is no result. UnsupportedSpecVersionError for a
 * result of another contract.
 */
export function toCsv(result: RolloutResult): string {
  checkResult(result);
  const head = columns.map(([name]) => name).join(",");
  const rows = result.taskResults.flatMap(({ task, attempts }) =>
    attempts.map((attempt) => columns.map(([, cell]) => cell(attempt, task)).join(",")),
  );
  return [head, ...rows, ""].join("\r\n");
}

function jsonCell(value: unknown): string {
  return value === undefined ? "" : textCell(toJsonText(value));
}
