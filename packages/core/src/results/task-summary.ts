import type { AttemptResult, UnscoredCause } from "../attempt-result.ts";
import { type Interval, wilsonInterval } from "../statistics/wilson-interval.ts";
import type { ResolvedTask } from "../task.ts";
import { addUsage, type Usage } from "../usage.ts";

/** The numbers of one task. Unscored attempts enter no rate and no mean. */
export interface TaskSummary {
  readonly task: ResolvedTask;
  readonly attemptCount: number;
  readonly scoredCount: number;
  readonly unscoredCount: number;
  /** How many attempts have no verdict for which cause; causes that did not occur are absent. */
  readonly unscoredCauses: UnscoredCauses;
  readonly passedCount: number;
  /** Passed over scored; `null` when nothing was scored. */
  readonly passRate: number | null;
  /** Mean value of the scored attempts; `null` when there are none. */
  readonly meanValue: number | null;
  /** Sum of the values of the scored attempts. */
  readonly valueSum: number;
  /** Wilson 95 % interval of the pass rate; `null` when nothing was scored. */
  readonly interval: Interval | null;
  /** True when some scored attempts passed and some failed. */
  readonly inLearningZone: boolean;
  readonly metrics: Readonly<Record<string, MetricSummary>>;
  readonly usage: UsageSummary;
}

/** Counts of attempts without a verdict, by cause. */
export type UnscoredCauses = Readonly<Partial<Record<UnscoredCause, number>>>;

/** The numbers of one metric. */
export interface MetricSummary {
  /** `null` when nothing was measured. */
  readonly mean: number | null;
  readonly valueSum: number;
  readonly scoredCount: number;
  /** Completed attempts that the metric gave no score. */
  readonly missingCount: number;
}

/** What was consumed. */
export interface UsageSummary {
  /** Sum over the attempts that reported usage; `null` when none did. */
  readonly agent: Usage | null;
  /** Sum over what judges reported; `null` when none did. */
  readonly scorer: Usage | null;
  /**
   * Sum over the tries that another followed, as far as they reported usage; `null` when none did.
   * It is not part of `agent`.
   */
  readonly retry: Usage | null;
  /** Model calls that were tried again; what the calls that failed have consumed is unknown. */
  readonly modelRetryCount: number;
  /** Attempts whose agent reported no usage, so that `agent` leaves them out. */
  readonly unreportedCount: number;
}

/** Computes the numbers of one task from its attempts. */
export function summarizeTask(task: ResolvedTask, attempts: readonly AttemptResult[]): TaskSummary {
  const scores = attempts.flatMap(({ score }) => (score === null ? [] : [score]));
  const scoredCount = scores.length;
  const passedCount = scores.filter(({ passed }) => passed).length;
  const valueSum = scores.reduce((sum, { value }) => sum + value, 0);
  return {
    task,
    attemptCount: attempts.length,
    scoredCount,
    unscoredCount: attempts.length - scoredCount,
    unscoredCauses: countCauses(attempts),
    passedCount,
    passRate: ratio(passedCount, scoredCount),
    meanValue: ratio(valueSum, scoredCount),
    valueSum,
    interval: wilsonInterval(passedCount, scoredCount),
    inLearningZone: passedCount > 0 && passedCount < scoredCount,
    metrics: summarizeMetrics(attempts),
    usage: summarizeUsage(attempts),
  };
}

function countCauses(attempts: readonly AttemptResult[]): UnscoredCauses {
  const counts: Partial<Record<UnscoredCause, number>> = {};
  for (const { unscored } of attempts) {
    if (unscored !== null) counts[unscored.cause] = (counts[unscored.cause] ?? 0) + 1;
  }
  return counts;
}

/** `null` when there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Adds up the numbers of a metric over several tasks. */
export function addMetrics(summaries: readonly MetricSummary[]): MetricSummary {
  const valueSum = summaries.reduce((sum, metric) => sum + metric.valueSum, 0);
  const scoredCount = summaries.reduce((sum, metric) => sum + metric.scoredCount, 0);
  const missingCount = summaries.reduce((sum, metric) => sum + metric.missingCount, 0);
  return { mean: ratio(valueSum, scoredCount), valueSum, scoredCount, missingCount };
}

/** Adds up usage over several tasks. */
export function addUsageSummaries(summaries: readonly UsageSummary[]): UsageSummary {
  return {
    agent: sumUsage(summaries.map(({ agent }) => agent)),
    scorer: sumUsage(summaries.map(({ scorer }) => scorer)),
    retry: sumUsage(summaries.map(({ retry }) => retry)),
    modelRetryCount: summaries.reduce((sum, { modelRetryCount }) => sum + modelRetryCount, 0),
    unreportedCount: summaries.reduce((sum, { unreportedCount }) => sum + unreportedCount, 0),
  };
}

function summarizeMetrics(attempts: readonly AttemptResult[]): Record<string, MetricSummary> {
  const names = new Set(attempts.flatMap(({ metrics }) => Object.keys(metrics)));
  const entries = [...names].map((name): [string, MetricSummary] => {
    const results = attempts.flatMap(({ metrics }) =>
      Object.hasOwn(metrics, name) ? [metrics[name]?.score ?? null] : [],
    );
    const scores = results.flatMap((score) => (score === null ? [] : [score.value]));
    const valueSum = scores.reduce((sum, value) => sum + value, 0);
    return [
      name,
      {
        mean: ratio(valueSum, scores.length),
        valueSum,
        scoredCount: scores.length,
        missingCount: results.length - scores.length,
      },
    ];
  });
  return Object.fromEntries(entries);
}

function summarizeUsage(attempts: readonly AttemptResult[]): UsageSummary {
  return {
    agent: sumUsage(attempts.map(({ run }) => run?.usage ?? null)),
    scorer: sumUsage(attempts.map(({ scorerUsage }) => scorerUsage ?? null)),
    retry: sumUsage(
      attempts.flatMap(({ tries }) => tries.slice(0, -1).map(({ usage }) => usage ?? null)),
    ),
    modelRetryCount: attempts.reduce((sum, attempt) => sum + countModelRetries(attempt), 0),
    unreportedCount: attempts.filter(({ run }) => run?.usage === undefined).length,
  };
}

function countModelRetries({ modelRetries = {} }: AttemptResult): number {
  return Object.values(modelRetries).reduce((sum, count) => sum + count, 0);
}

function sumUsage(usages: readonly (Usage | null)[]): Usage | null {
  const known = usages.filter((usage) => usage !== null);
  return known.length === 0 ? null : known.reduce(addUsage);
}
