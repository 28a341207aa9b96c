import type {
  AgentRun,
  AttemptResult,
  AttemptTry,
  MetricResult,
  ResolvedTask,
  RolloutResult,
} from "@rollouts/core";
import {
  attemptFacts,
  formatSeconds,
  reasonOf,
  usageLines,
  verdictFacts,
} from "./attempt-facts.ts";
import { checkResult } from "./check-result.ts";
import { findAttempt } from "./find-attempt.ts";
import { toJsonText } from "./json-text.ts";
import { labelled, toSafeText } from "./safe-text.ts";
import { conversationLines, transcriptLines } from "./transcript.ts";

const indent = "  ";
const inner = "    ";

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
  const { run } = attempt;
  return toSafeText([
    `${label}   ${attemptFacts(attempt)}`,
    ...taskLines(taskResult.task),
    ...(attempt.error === null
      ? []
      : labelled(indent, withType("error", attempt.errorType), attempt.error)),
    ...verdictLines(attempt, indent, attempt.error),
    ...metricLines(attempt),
    ...tryLines(attempt),
    ...(run === null ? ["", "(no run captured)"] : runLines(run)),
  ]);
}

function taskLines({ input, expected }: ResolvedTask): string[] {
  return [
    ...(typeof input === "string"
      ? labelled(indent, "input", input)
      : [`${indent}input:`, ...conversationLines(input, inner)]),
    ...(expected === undefined ? [] : [`${indent}expected: ${toJsonText(expected)}`]),
  ];
}

function withType(label: string, errorType: string | null): string {
  return errorType === null ? label : `${label} (${errorType})`;
}

function verdictLines(verdict: MetricResult, depth: string, error: string | null): string[] {
  const reason = reasonOf(verdict, error);
  const detail = verdict.score?.detail;
  return [
    ...(reason ? labelled(depth, "reason", reason) : []),
    ...(detail === undefined ? [] : [`${depth}detail: ${toJsonText(detail)}`]),
  ];
}

function metricLines({ metrics }: AttemptResult): string[] {
  const entries = Object.entries(metrics);
  if (entries.length === 0) return [];
  return [
    `${indent}metrics:`,
    ...entries.flatMap(([name, metric]) => [
      `${inner}${name}: ${verdictFacts(metric)}`,
      ...verdictLines(metric, `${inner}  `, null),
    ]),
  ];
}

function tryLines({ tries }: AttemptResult): string[] {
  if (tries.length < 2) return [];
  return [`${indent}tries:`, ...tries.flatMap(oneTry)];
}

function oneTry({ error, errorType, durationMs }: AttemptTry, index: number): string[] {
  const label = `try ${index}, ${formatSeconds(durationMs)}`;
  if (error === null) return [`${inner}${label}: no error`];
  return labelled(inner, withType(label, errorType), error);
}

function runLines(run: AgentRun): string[] {
  const { text, output, outputError, refusal } = run;
  const lastSaid = run.messages.findLast(({ role }) => role === "assistant")?.content;
  const isUnsaid = text !== null && text !== lastSaid;
  return [
    ...(output === undefined || output === text ? [] : [`${indent}output: ${toJsonText(output)}`]),
    ...(outputError === undefined ? [] : labelled(indent, "output error", outputError)),
    ...(refusal === undefined ? [] : labelled(indent, "refusal", refusal)),
    ...usageLines(indent, run.usage),
    "",
    "transcript:",
    ...transcriptLines(run, indent),
    // In no message: an answer that was cut off, or an agent that reports no messages.
    ...(isUnsaid ? labelled(indent, "text", text) : []),
  ];
}
