import type { AttemptResult, ResultHeader, RolloutResult } from "@rollouts/core";

/** What a run tells while it goes on. */
export type RunEvent<Output = unknown> =
  | { readonly type: "run-start"; readonly header: ResultHeader; readonly plannedCount: number }
  | { readonly type: "attempt-start"; readonly taskId: string; readonly attemptIndex: number }
  | { readonly type: "attempt-end"; readonly attempt: AttemptResult<Output> }
  | { readonly type: "warning"; readonly message: string }
  | { readonly type: "run-end"; readonly result: RolloutResult<Output> };
