import type { CompletedRun, Message, TaskInput, ToolExecution } from "@rollouts/core";

/** What is known of a run that no agent made. */
export interface RunFacts<Output> {
  readonly input: TaskInput;
  readonly output?: Output | undefined;
  readonly refusal?: string | undefined;
  readonly toolExecutions?: readonly ToolExecution[] | undefined;
}

/** A run as an agent gives it that answers with this output; its text is the output, or its JSON. */
export function toRun<Output>(facts: RunFacts<Output>): CompletedRun<Output> {
  const { input, output, refusal, toolExecutions = [] } = facts;
  const text = toText(output);
  const prompt: readonly Message[] =
    typeof input === "string" ? [{ role: "user", content: input }] : input;
  const reply: Message = {
    role: "assistant",
    content: text,
    ...(refusal === undefined ? {} : { refusal }),
  };
  return {
    status: "completed",
    ...(output === undefined ? {} : { output }),
    text,
    messages: [...prompt, reply],
    toolExecutions,
    served: [],
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** An output as text: its JSON when it is none; `null` for what has none. */
export function toText(output: unknown): string | null {
  if (typeof output === "string") return output;
  try {
    return JSON.stringify(output) ?? null;
  } catch {
    return null; // a bigint, or a value that contains itself
  }
}
