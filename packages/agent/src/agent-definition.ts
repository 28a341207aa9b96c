import type { Model, Schema, Tool, ToolChoice, ToolSource } from "@rollouts/core";

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
}
