import type { AttemptResult, ResultHeader, RolloutResult } from "@rollouts/core";
import type { ResumeExplanation } from "./resume-explanation.ts";

/** What a run tells while it goes on. */
export type RunEvent<Output = unknown> =
  | {
      readonly type: "run-start";
      readonly header: ResultHeader;
      readonly plannedCount: number;
      /** What is left to do; absent unless the sink holds a part of the run already. */
      readonly resume?: ResumeExplanation | undefined;
    }
  | { readonly type: "attempt-start"; readonly taskId: string; readonly attemptIndex: number }
  /** An attempt is over; without a start, one of an earlier run that was scored again. */
  | { readonly type: "attempt-end"; readonly attempt: AttemptResult<Output> }
  | { readonly type: "warning"; readonly message: string }
  | { readonly type: "run-end"; readonly result: RolloutResult<Output> };
