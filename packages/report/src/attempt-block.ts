import type { AgentRun, AttemptResult, ToolExecution } from "@rollouts/core";
import { attemptFacts, reasonOf, usageLines } from "./attempt-facts.ts";
import { clip, clipName } from "./clip.ts";
import { toJsonText } from "./json-text.ts";

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

function toolLine({ name, rawArguments, status }: ToolExecution): string {
  return `${indent}tool: ${clipName(name, 60)}(${clip(rawArguments, 110)}) -> ${status}`;
}

/** An agent may answer with a value and no text. */
export function answerOf({ text, output }: AgentRun): string {
  return text ?? (output === undefined ? "" : toJsonText(output));
}
