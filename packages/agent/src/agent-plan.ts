import type { Model, OutputFormat, Schema, Tool, ToolChoice, ToolSource } from "@rollouts/core";
import type { Feature } from "./features/feature.ts";
import type { AgentHooks } from "./hooks.ts";

/** A checked definition, with its defaults filled in and its schemas converted. */
export interface AgentPlan {
  /** What the tools are called in error messages. */
  readonly toolsPath: string;
  readonly instructions: string | undefined;
  readonly tools: readonly (Tool | ToolSource)[];
  readonly toolChoice: ToolChoice;
  readonly toolCallLimit: number;
  readonly output: PlannedOutput | undefined;
  /** What the options for memory and other state add, in the order of their blocks in the prompt. */
  readonly features: readonly Feature[];
  readonly hooks: AgentHooks<unknown>;
  /** Asked for what misses the output schema. */
  readonly parser: Model | undefined;
  /** Asked in order when a call to the primary model fails. */
  readonly fallbackModels: readonly Model[];
}

/** What the final answer must be. */
export interface PlannedOutput {
  readonly schema: Schema;
  /** What the model is told about it. */
  readonly format: OutputFormat;
}
