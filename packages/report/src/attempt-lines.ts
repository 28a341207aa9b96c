import type {
  AgentRun,
  AttemptResult,
  AttemptTry,
  MetricResult,
  ResolvedTask,
} from "@rollouts/core";
import { formatSeconds, reasonOf, usageLines, verdictFacts } from "./attempt-facts.ts";
import { toJsonText } from "./json-text.ts";
import { labelled } from "./safe-text.ts";
import { conversationLines, transcriptLines } from "./transcript.ts";

const indent = "  ";
const inner = "    ";

/** What a task asked, and what it expected. */
export function taskLines({ input, expected }: ResolvedTask): string[] {
  return [
    ...(typeof input === "string"
      ? labelled(indent, "input", input)
      : [`${indent}input:`, ...conversationLines(input, inner)]),
    ...(expected === undefined ? [] : [`${indent}expected: ${toJsonText(expected)}`]),
  ];
}

/** What became of an attempt: error, verdict, metrics, tries and transcript, nothing clipped. */
export function attemptLines(attempt: AttemptResult): string[] {
  const { error, errorType, run } = attempt;
  return [
    ...(error === null ? [] : labelled(indent, withType("error", errorType), error)),
    ...verdictLines(attempt, indent, error),
    ...metricLines(attempt),
    ...tryLines(attempt),
    ...(run === null ? ["", "(no run captured)"] : runLines(run)),
  ];
}

function withType(label: string, errorType: string | null): string {
  return errorType === null ? label : `${label} (${errorType})`;
}

function verdictLines(verdict: MetricResult, depth: string, error: string | null): string[] {
  const reason = reasonOf(verdict, error);
  const detail = verdict.score?.detail ?? verdict.unscored?.detail;
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
  const lastSaid = run.messages.findLast((message) => message?.role === "assistant")?.content;
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
