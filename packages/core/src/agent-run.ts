import type { Message } from "./message.ts";
import type { Served, ToolSpec } from "./model.ts";
import type { ToolExecution } from "./tool.ts";
import type { Usage } from "./usage.ts";

/** What an agent produced in one attempt. */
export interface AgentRun<Output = unknown> {
  /** `incomplete` while there is no end yet, `error` after an error event. */
  readonly status: "completed" | "truncated" | "paused" | "error" | "incomplete";
  /** The value of the output schema, or the text of an agent without one. */
  readonly output?: Output | undefined;
  /** The final assistant text, byte for byte; `null` when there is none. */
  readonly text: string | null;
  readonly messages: readonly Message[];
  /** What the model was offered; absent when the agent did not say. */
  readonly tools?: readonly ToolSpec[] | undefined;
  readonly toolExecutions: readonly ToolExecution[];
  /** The sum over the model calls; absent when nothing was reported. */
  readonly usage?: Usage | undefined;
  /** What served each model call, in order, as far as the provider told. */
  readonly served: readonly Served[];
  /** Why the reply does not fit the output schema; `output` is then absent. */
  readonly outputError?: string | undefined;
  readonly refusal?: string | undefined;
}

/** A run that came to its end; the answer may still miss the output schema, or refuse. */
export interface CompletedRun<Output = unknown> extends AgentRun<Output> {
  readonly status: "completed";
}

/** A completed run whose answer is there and fits the output schema. */
export interface AnsweredRun<Output = unknown> extends CompletedRun<Output> {
  readonly output: Output;
}
