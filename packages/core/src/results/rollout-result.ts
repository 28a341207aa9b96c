import type { AttemptResult } from "../attempt-result.ts";
import type { DiffOptions } from "../diff/diff-options.ts";
import { type DiffSide, diffResults } from "../diff/diff-results.ts";
import type { ResultDiff } from "../diff/result-diff.ts";
import type { Isolation } from "../isolation.ts";
import type { ResultEnd, ResultHeader, ResultSource } from "../result-source.ts";
import { renderGrid } from "./grid.ts";
import { type ResultSummary, summarizeTasks } from "./summarize.ts";
import type { TaskResult } from "./task-result.ts";

/** What a `RolloutResult` is made from. */
export interface RolloutResultOptions<Output = unknown> {
  readonly header: ResultHeader;
  readonly taskResults: readonly TaskResult<Output>[];
  readonly warnings?: readonly string[] | undefined;
  /** Default 0. */
  readonly abandonedCount?: number | undefined;
}

/** Everything that one run gives: tasks in the order they were selected, attempts by index. */
export class RolloutResult<Output = unknown> implements ResultSource {
  readonly specVersion = "v1";
  readonly header: ResultHeader;
  readonly taskResults: readonly TaskResult<Output>[];
  /**
   * `stopped` when attempts are missing or were cut off by an abort; `stoppedEarly` then says why, if
   * anything does.
   */
  readonly status: ResultEnd["status"];
  readonly stoppedEarly: ResultEnd["stoppedEarly"];
  /** True when nothing says how the run ended: it goes on, or its process died. */
  readonly isCutOff: boolean;
  readonly envFingerprint: string | null;
  readonly policyFingerprint: string | null;
  readonly isolation: Isolation;
  /** `null` when the run was cut off. */
  readonly durationMs: number | null;
  /** What the caller should know about how far the numbers can be trusted. */
  readonly warnings: readonly string[];
  /** Attempts that had not stopped when their time and grace were over; what they did later is lost. */
  readonly abandonedCount: number;

  constructor(options: RolloutResultOptions<Output>) {
    const { header } = options;
    this.header = header;
    this.taskResults = options.taskResults;
    this.status = header.end?.status ?? "stopped";
    this.stoppedEarly = header.end?.stoppedEarly ?? null;
    this.isCutOff = header.end === null;
    this.envFingerprint = header.envFingerprint;
    this.policyFingerprint = header.policyFingerprint;
    this.isolation = header.isolation;
    this.durationMs = header.end?.durationMs ?? null;
    this.warnings = options.warnings ?? [];
    this.abandonedCount = options.abandonedCount ?? 0;
  }

  /** The numbers of the run, as plain data. */
  summary(): ResultSummary {
    return summarizeTasks(this.header, this.taskResults);
  }

  /** The tasks with both passes and fails, all their attempts kept. */
  learningZone(): RolloutResult<Output> {
    return new RolloutResult({
      ...this,
      taskResults: this.taskResults.filter(({ inLearningZone }) => inLearningZone),
    });
  }

  /**
   * Compares this result with an earlier one, task by task: what changed, and whether chance
   * explains it.
   *
   * @throws MismatchError, with the parts that differ, unless both measured the same environment.
   */
  diff(baseline: DiffSide, options?: DiffOptions): ResultDiff {
    return diffResults(this, baseline, options);
  }

  /** The error messages of each task that has any, in attempt order. */
  errors(): Record<string, string[]> {
    const entries = this.taskResults.map(({ task, attempts }): [string, string[]] => [
      task.id,
      attempts.flatMap(({ error }) => (error === null ? [] : [error])),
    ]);
    return Object.fromEntries(entries.filter(([, errors]) => errors.length > 0));
  }

  /** The grid: one row per task, one cell per attempt. */
  toString(): string {
    return renderGrid(this);
  }

  async *tasks(): AsyncGenerator<TaskResult<Output>, void, undefined> {
    yield* this.taskResults;
  }

  async *attempts(taskId: string): AsyncGenerator<AttemptResult<Output>, void, undefined> {
    yield* byId(this.taskResults).get(taskId)?.attempts ?? [];
  }
}

const indexes = new WeakMap<object, ReadonlyMap<string, TaskResult>>();

/** Built once: a search for each of many tasks would take minutes. */
function byId<Output>(
  taskResults: readonly TaskResult<Output>[],
): ReadonlyMap<string, TaskResult<Output>> {
  const known = indexes.get(taskResults) as ReadonlyMap<string, TaskResult<Output>> | undefined;
  if (known !== undefined) return known;
  const index = new Map(taskResults.map((taskResult) => [taskResult.task.id, taskResult]));
  indexes.set(taskResults, index);
  return index;
}
