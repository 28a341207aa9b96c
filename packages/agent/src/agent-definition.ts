import type { JsonObject, Model, Schema, Tool, ToolChoice, ToolSource } from "@rollouts/core";
import type { HistoryOptions } from "./features/history.ts";
import type { Knowledge } from "./features/knowledge.ts";
import type { MemoryOptions } from "./features/memory.ts";
import type { SecondaryModels } from "./features/secondary-models.ts";
import type { AgentHooks } from "./hooks.ts";

/** What `defineAgent` takes. */
export interface AgentDefinition<Output = string> {
  /** Names the agent in error messages about its tools. Neither sent nor part of the identity. */
  readonly name?: string | undefined;
  /** Called unless the run brings another one. */
  readonly model: Model;
  /** The system message, before the task's own messages. An empty text is none. */
  readonly instructions?: string | undefined;
  /** Tools, and sources that bring tools for the time of one run. Names must be unique. */
  readonly tools?: readonly (Tool | ToolSource)[] | undefined;
  /**
   * Which tool the model may or must call. `"required"` and a named tool hold for the first model
   * call only, since the model could never answer otherwise. @defaultValue "auto"
   */
  readonly toolChoice?: ToolChoice | undefined;
  /**
   * Tool calls in one run, failed ones included. A call beyond it is refused, the model is told so,
   * and gets one more turn in which to answer without tools. An integer from 0. @defaultValue 50
   */
  readonly toolCallLimit?: number | undefined;
  /** What the final answer must be; it is asked for as JSON. Default: the answer is text. */
  readonly outputSchema?: Schema<Output> | undefined;
  /**
   * Remembers facts about each user in `context.store`: they are in the prompt of every run of that
   * user. `true` is `{ capture: true, tool: false }`. @defaultValue no memory
   */
  readonly memory?: boolean | MemoryOptions | undefined;
  /** A retriever to look things up in. */
  readonly knowledge?: Knowledge | undefined;
  /**
   * Has a model write a summary of the session after each completed run; the session's next run has
   * it in its prompt. @defaultValue false
   */
  readonly sessionSummaries?: boolean | undefined;
  /** Puts the last runs of the session before the input, marked `fromHistory`. Default: none. */
  readonly history?: HistoryOptions | undefined;
  /**
   * What the state of every session begins as. The state is in the prompt; tools read and change it
   * in `context.store` under `sessionStateKey(context)`. Default: no state.
   */
  readonly sessionState?: JsonObject | undefined;
  /** A file that gets the final text of every completed run, in place of the one before. */
  readonly saveResponseTo?: string | undefined;
  /** Functions to call around every run. They are code, so no fingerprint sees them. */
  readonly hooks?: AgentHooks<NoInfer<Output>> | undefined;
  /**
   * Models for jobs beside the conversation. They are called directly, with the attempt and the signal
   * in every request, so what a runner does around `context.model` does not hold for them.
   */
  readonly secondaryModels?: SecondaryModels | undefined;
  /**
   * Asked in order when a model call fails with a `ProviderError` that is retryable, or of class
   * `quota-exhausted` or `model-not-found`. Called directly, like the secondary models.
   */
  readonly fallbackModels?: readonly Model[] | undefined;
}
