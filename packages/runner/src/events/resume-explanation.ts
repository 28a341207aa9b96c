/** What a resumed run does, and why. */
export interface ResumeExplanation {
  readonly k: number;
  /** `k` times the tasks. */
  readonly plannedCount: number;
  /** Attempts that are there, and stay as they are. */
  readonly keptCount: number;
  /** Attempts that run, the agent's part and the scorer's. */
  readonly runCount: number;
  /** Attempts that are there, and are only scored again. */
  readonly rescoreCount: number;
  /** Task by task; a task may have several. */
  readonly steps: readonly ResumeStep[];
  /** Tasks of the plan before that are not selected any more; nothing of them is deleted. */
  readonly droppedTaskIds: readonly string[];
}

/** Some attempts of one task to which the same happens, for the same reason. */
export interface ResumeStep {
  readonly taskId: string;
  readonly action: "run" | "rescore";
  readonly reason: ResumeReason;
  readonly attemptIndexes: readonly number[];
}

/**
 * Why attempts run: the task is new, or has another input; `k` was raised; they never finished, or were
 * cancelled. Why they are only scored again: scorer, metrics or expected value are others than those that
 * they were scored with, or the run was over before scorer and metrics were (`cancelled`). `retry`:
 * either, since `retryStored` asks for it.
 */
export type ResumeReason =
  | "new-task"
  | "other-input"
  | "raised-k"
  | "not-finished"
  | "cancelled"
  | "other-scoring"
  | "retry";
