import type { AttemptContext } from "./attempt-context.ts";
import type { Json } from "./json.ts";
import type { Message, TaskInput } from "./message.ts";
import type { Model, Served, ToolSpec } from "./model.ts";
import type { ToolExecution } from "./tool.ts";
import type { Usage } from "./usage.ts";

/**
 * What is measured: an immutable definition that answers a task.
 *
 * All that changes during a run lives in the `AttemptContext`, so that one agent object can serve
 * many attempts at once.
 */
export interface Agent<Output = string> {
  readonly specVersion: "v1";
  /** The model that it calls by default; absent when it calls none through the context. */
  readonly model?: Model | undefined;
  /** Prompt, tools, output schema, flags: all that shapes its behaviour but the primary model. */
  identity(): Json | Promise<Json>;
  /** Live connections that it holds; the runner refuses to share them between attempts. */
  connections?(): readonly object[];
  /** Runs once. Ends with exactly one `end` event, or throws. Stops when `context.signal` aborts. */
  run(input: TaskInput, context: AttemptContext): AsyncIterable<AgentEvent<Output>>;
}

/** What an agent says while it runs. `foldRun` turns the events so far into an `AgentRun`. */
export type AgentEvent<Output = unknown> =
  | ToolsEvent
  | TextDeltaEvent
  | MessageEvent
  | ToolExecutionEvent
  | UsageEvent
  | ErrorEvent
  | EndEvent<Output>;

/** The tools that the model is offered. Training files of runs with tools need them. */
export interface ToolsEvent {
  readonly type: "tools";
  readonly tools: readonly ToolSpec[];
}

/** A piece of the answer that is being written; the `message` event that follows replaces it. */
export interface TextDeltaEvent {
  readonly type: "text-delta";
  readonly text: string;
}

/** A whole message, in conversation order, the prompt included. */
export interface MessageEvent {
  readonly type: "message";
  readonly message: Message;
}

/** A tool call that was acted on. */
export interface ToolExecutionEvent {
  readonly type: "tool-execution";
  readonly execution: ToolExecution;
}

/** What one model call consumed, and what served it. */
export interface UsageEvent {
  readonly type: "usage";
  readonly usage: Usage;
  readonly served?: Served | undefined;
}

/** Something broke. The attempt ends as `error`, even if an `end` follows. */
export interface ErrorEvent {
  readonly type: "error";
  readonly error: unknown;
  /** Class of the error, when `error` does not tell. */
  readonly errorType?: string | undefined;
}

/** The end of the run. */
export interface EndEvent<Output = unknown> {
  readonly type: "end";
  readonly status: "completed" | "truncated" | "paused";
  /** The value of the output schema, or the text of an agent without one. */
  readonly output?: Output | undefined;
  /** The final assistant text, byte for byte. */
  readonly text: string | null;
  /** Why the reply does not fit the output schema. */
  readonly outputError?: string | undefined;
  readonly refusal?: string | undefined;
}
