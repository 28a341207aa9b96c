import type { ToolSpec } from "@rollouts/core";
import type { TrainingMessage } from "@rollouts/export-sft/rows";

/** A preferred and a rejected answer to one prompt. */
export interface PreferencePair {
  readonly prompt: readonly TrainingMessage[];
  readonly chosen: readonly TrainingMessage[];
  readonly rejected: readonly TrainingMessage[];
  /** What the model was offered; `null` when the agent did not say. */
  readonly tools: readonly ToolSpec[] | null;
}
