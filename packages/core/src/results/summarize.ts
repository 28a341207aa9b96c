import { checkSource } from "../checks/check-source.ts";
import type { ResultHeader, ResultSource } from "../result-source.ts";
import { type MeanInterval, meanInterval } from "../statistics/mean-interval.ts";
import type { Interval } from "../statistics/wilson-interval.ts";
import {
  addMetrics,
  addUsageSummaries,
  type MetricSummary,
  ratio,
  type TaskSummary,
  type UsageSummary,
} from "./task-summary.ts";

/** The numbers of a result. `null` stands for what is unknown or undefined, never 0. */
export interface ResultSummary {
  /** Name of the environment. */
  readonly env: string;
  /** Attempts per task. */
  readonly k: number;
  readonly taskCount: number;
  /** Attempts that ran. */
  readonly attemptCount: number;
  readonly scoredCount: number;
  readonly unscoredCount: number;
  /** Passed over scored, pooled over all attempts. */
  readonly passRate: number | null;
  /** Mean value, pooled over all scored attempts. */
  readonly meanValue: number | null;
  readonly envFingerprint: string | null;
  readonly policyFingerprint: string | null;
  readonly stoppedEarly: "error-storm" | "budget" | "aborted" | null;
  readonly tasks: readonly ResultSummaryTask[];
  /** `k` times the tasks. */
  readonly plannedCount: number;
  /** Planned attempts that never started. */
  readonly notRunCount: number;
  /** Scored over planned attempts; `null` when nothing was planned. */
  readonly coverage: number | null;
  /** The pass rate if every attempt without a verdict had failed, and if it had passed. */
  readonly bounds: Interval | null;
  readonly intervals: {
    /** About the mean of the task rates, with 95 % interval; not about the pooled rate. */
    readonly run: MeanInterval & { readonly taskCount: number };
  };
  readonly metrics: Readonly<Record<string, MetricSummary>>;
  readonly usage: UsageSummary;
  /** True when nothing says how the run ended: it goes on, or its process died. */
  readonly isCutOff: boolean;
}

/** One task within a summary. */
export interface ResultSummaryTask {
  readonly id: string;
  readonly passRate: number | null;
  readonly meanValue: number | null;
  readonly scoredCount: number;
  readonly unscoredCount: number;
  readonly learningZone: boolean;
  /** Wilson 95 % interval of the pass rate. */
  readonly interval: Interval | null;
}

/**
 * Computes the numbers of any result, in memory or in a file, without reading transcripts.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError, for what is no result.
 */
export async function summarize(source: ResultSource): Promise<ResultSummary> {
  checkSource(source);
  const tasks: TaskSummary[] = [];
  for await (const task of source.tasks()) tasks.push(task);
  return summarizeTasks(source.header, tasks);
}

/** Computes the numbers of a result from those of its tasks. */
export function summarizeTasks(header: ResultHeader, tasks: readonly TaskSummary[]): ResultSummary {
  const attemptCount = total(tasks, ({ attemptCount: count }) => count);
  const scoredCount = total(tasks, ({ scoredCount: count }) => count);
  const passedCount = total(tasks, ({ passedCount: count }) => count);
  const plannedCount = header.k * tasks.length;
  const taskRates = tasks.flatMap(({ passRate }) => (passRate === null ? [] : [passRate]));
  return {
    env: header.env,
    k: header.k,
    taskCount: tasks.length,
    attemptCount,
    scoredCount,
    unscoredCount: attemptCount - scoredCount,
    passRate: ratio(passedCount, scoredCount),
    meanValue: ratio(
      total(tasks, ({ valueSum }) => valueSum),
      scoredCount,
    ),
    envFingerprint: header.envFingerprint,
    policyFingerprint: header.policyFingerprint,
    stoppedEarly: header.end?.stoppedEarly ?? null,
    tasks: tasks.map(toSummaryTask),
    plannedCount,
    notRunCount: plannedCount - attemptCount,
    coverage: ratio(scoredCount, plannedCount),
    bounds:
      plannedCount === 0
        ? null
        : {
            low: passedCount / plannedCount,
            high: (passedCount + plannedCount - scoredCount) / plannedCount,
          },
    intervals: { run: { ...meanInterval(taskRates), taskCount: taskRates.length } },
    metrics: mergeMetrics(tasks),
    usage: addUsageSummaries(tasks.map(({ usage }) => usage)),
    isCutOff: header.end === null,
  };
}

function toSummaryTask(summary: TaskSummary): ResultSummaryTask {
  return {
    id: summary.task.id,
    passRate: summary.passRate,
    meanValue: summary.meanValue,
    scoredCount: summary.scoredCount,
    unscoredCount: summary.unscoredCount,
    learningZone: summary.inLearningZone,
    interval: summary.interval,
  };
}

function mergeMetrics(tasks: readonly TaskSummary[]): Record<string, MetricSummary> {
  const byName = new Map<string, MetricSummary[]>();
  for (const { metrics } of tasks) {
    for (const [name, metric] of Object.entries(metrics)) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [metric]);
      else known.push(metric);
    }
  }
  return Object.fromEntries([...byName].map(([name, metrics]) => [name, addMetrics(metrics)]));
}

function total<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0);
}
