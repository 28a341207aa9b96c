import {
  type AgentRun,
  type AttemptResult,
  isPlainObject,
  type ToolExecution,
} from "@rollouts/core";
import { attemptFacts, reasonOf, usageLines } from "./attempt-facts.ts";
import { clip, clipName } from "./clip.ts";
import { toJsonText, toText } from "./json-text.ts";

const indent = "    ";

/** The lines of one attempt in the report, each of bounded length. */
export function attemptBlock(attempt: AttemptResult): string[] {
  const { attemptIndex, error, run } = attempt;
  const reason = reasonOf(attempt, error);
  return [
    `  attempt ${attemptIndex}: ${attemptFacts(attempt)}`,
    ...(error ? [`${indent}error: ${clip(error, 200)}`] : []),
    ...(reason ? [`${indent}reason: ${clip(reason, 200)}`] : []),
    ...(run === null ? [`${indent}(no run captured)`] : runLines(run)),
  ];
}

function runLines(run: AgentRun): string[] {
  return [
    ...run.toolExecutions.map(toolLine),
    ...(run.refusal ? [`${indent}refusal: ${clip(run.refusal, 200)}`] : []),
    `${indent}answer: ${clip(answerOf(run), 110) || "(none)"}`,
    ...usageLines(indent, run.usage),
  ];
}

function toolLine(execution: ToolExecution): string {
  if (!isPlainObject(execution)) return `${indent}tool: ${clip(toText(execution), 110)}`;
  const { name, rawArguments, status }: Partial<Record<keyof ToolExecution, unknown>> = execution;
  const call = `${clipName(toText(name), 60)}(${clip(toText(rawArguments), 110)})`;
  return `${indent}tool: ${call} -> ${clip(toText(status), 60)}`;
}

/** An agent may answer with a value and no text. */
export function answerOf({ text, output }: AgentRun): string {
  return text ?? (output === undefined ? "" : toJsonText(output));
}
