import type { AttemptResult, ResultHeader } from "@rollouts/core";

/** What a run tells while it goes on, as far as progress is about it: the events of a runner fit. */
export type ProgressEvent =
  | {
      readonly type: "run-start";
      readonly header: Pick<ResultHeader, "env" | "k">;
      readonly plannedCount: number;
      /** Of a run that goes on: how many attempts it keeps as they are, and tells nothing of. */
      readonly resume?: { readonly keptCount: number } | undefined;
    }
  | { readonly type: "attempt-start"; readonly taskId: string; readonly attemptIndex: number }
  | {
      readonly type: "attempt-end";
      readonly attempt: Pick<
        AttemptResult,
        "taskId" | "attemptIndex" | "score" | "unscored" | "errorType"
      >;
    }
  | { readonly type: "warning"; readonly message: string }
  | { readonly type: "run-end" };

/** Shows how far a run is. */
export interface ProgressView {
  /** Give it to the runner as its `onEvent`. Never throws. */
  readonly onEvent: (event: ProgressEvent) => void;
  /** Prints a line of its own, clear of what the view draws; after the end just a line. */
  readonly log: (line: string) => void;
  /** Ends the view and gives the stream back; events that come later are ignored. */
  readonly close: () => void;
}
