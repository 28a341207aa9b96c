import type { OutputFormat, Schema, Tool, ToolChoice, ToolSource } from "@rollouts/core";

/** A checked definition, with its defaults filled in and its schemas converted. */
export interface AgentPlan {
  /** What the tools are called in error messages. */
  readonly toolsPath: string;
  readonly instructions: string | undefined;
  readonly tools: readonly (Tool | ToolSource)[];
  readonly toolChoice: ToolChoice;
  readonly toolCallLimit: number;
  readonly output: PlannedOutput | undefined;
}

/** What the final answer must be. */
export interface PlannedOutput {
  readonly schema: Schema;
  /** What the model is told about it. */
  readonly format: OutputFormat;
}
