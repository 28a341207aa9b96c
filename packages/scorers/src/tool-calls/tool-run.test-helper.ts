import type { CompletedRun, Json, Message, ScoreContext, ToolExecution } from "@rollouts/core";

export interface ExecutionFacts extends Partial<ToolExecution> {
  readonly name: string;
  readonly arguments?: Json;
}

/** An execution: by its name alone, or with whatever matters. */
export function execution(facts: string | ExecutionFacts, index = 0): ToolExecution {
  const { arguments: parsed = {}, ...given } = typeof facts === "string" ? { name: facts } : facts;
  const rawArguments = given.rawArguments ?? JSON.stringify(parsed);
  const isParsed = given.rawArguments === undefined;
  return {
    toolCallId: `call_${index}`,
    status: "ok",
    ...given,
    rawArguments,
    ...(isParsed ? { arguments: parsed } : {}),
  };
}

/** A run that executed these tools, every one asked for by a message of its own. */
export function toolRun(...executions: readonly (string | ExecutionFacts)[]): CompletedRun {
  return parallelRun(...executions.map((facts) => [facts]));
}

/** A run in which every list is what one assistant message asked for. */
export function parallelRun(
  ...groups: readonly (readonly (string | ExecutionFacts)[])[]
): CompletedRun {
  let index = 0;
  const messages: Message[] = [{ role: "user", content: "Go." }];
  const toolExecutions: ToolExecution[] = [];
  for (const group of groups) {
    const asked = group.map((facts) => execution(facts, index++));
    toolExecutions.push(...asked);
    const toolCalls = asked.map(({ toolCallId, name, rawArguments }) => {
      return { id: toolCallId, name, rawArguments };
    });
    messages.push({ role: "assistant", content: null, toolCalls });
  }
  messages.push({ role: "assistant", content: "done" });
  return {
    status: "completed",
    output: "done",
    text: "done",
    messages,
    toolExecutions,
    served: [],
  };
}

export const scoreContext: ScoreContext = {
  task: { id: "t1", input: "Go.", metadata: {} },
  attemptIndex: 0,
  signal: new AbortController().signal,
  gate: (model) => model,
};
