import type { AttemptResult, AttemptTry, MetricResult, UnscoredReason } from "@rollouts/core";
import { type Ending, whyCancelled } from "../failures/stop-reason.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import type { AttemptProgress } from "./attempt-progress.ts";
import { wasToolCallRefused } from "./was-tool-call-refused.ts";

export interface AttemptFacts {
  readonly ending: Ending;
  /** What ended the attempt's time, if anything has. */
  readonly fired: "timeout" | "cancelled" | null;
  /** Why its signal aborted, if it did. */
  readonly reason: unknown;
  readonly durationMs: number;
  readonly waitedMs: number;
  readonly modelRetries: AttemptResult["modelRetries"];
  /** All of them, the last included. */
  readonly tries: readonly AttemptTry[];
  readonly metricNames: readonly string[];
}

/** Writes up an attempt that is over. */
export function toAttemptResult<Output>(
  { task, attemptIndex }: PlannedAttempt,
  progress: AttemptProgress<Output>,
  facts: AttemptFacts,
): AttemptResult<Output> {
  const { run, judgement } = progress;
  const { ending, durationMs, waitedMs, modelRetries, tries } = facts;
  const { stopReason } = ending;
  const scorerUsage = progress.scorerUsage.total();
  return {
    taskId: task.id,
    attemptIndex,
    run,
    score: judgement?.score ?? null,
    unscored: whyUnscored(ending) ?? judgement?.unscored ?? null,
    metrics: stopReason === "completed" ? allMetrics(progress, facts) : {},
    stopReason,
    error: ending.error ?? judgement?.error ?? null,
    errorType: ending.errorType ?? judgement?.errorType ?? null,
    durationMs,
    waitedMs,
    toolCallLimitHit: run !== null && wasToolCallRefused(run, task.input),
    tries,
    ...(modelRetries === undefined ? {} : { modelRetries }),
    ...(scorerUsage === undefined ? {} : { scorerUsage }),
  };
}

function whyUnscored({ stopReason, error }: Ending): UnscoredReason | null {
  if (stopReason === "completed") return null;
  return { cause: stopReason, reason: error ?? stopReason };
}

/** Every metric has an entry; those that ran out of time say so. */
function allMetrics<Output>(
  { metrics }: AttemptProgress<Output>,
  { fired, reason, metricNames }: AttemptFacts,
): Record<string, MetricResult> {
  const unscored =
    fired === "cancelled"
      ? ({ cause: "cancelled", reason: whyCancelled(reason) } as const)
      : ({ cause: "timeout", reason: "the attempt's time was over" } as const);
  return Object.fromEntries(
    metricNames.map((name) => [name, metrics.get(name) ?? { score: null, unscored }]),
  );
}
