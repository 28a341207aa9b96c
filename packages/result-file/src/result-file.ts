import {
  type AttemptResult,
  type ResultHeader,
  type ResultPlan,
  type ResultSource,
  summarizeTask,
  type TaskSummary,
} from "@rollouts/core";
import { countHidden, type HiddenAttempts } from "./contents/count-hidden.ts";
import type { FileState } from "./contents/file-state.ts";
import { type SelectedAttempt, selectAttempts } from "./contents/select-attempts.ts";
import { summarizeQuickly } from "./contents/summarize-quickly.ts";
import type { FileIdentity } from "./disk/file-identity.ts";
import { toAttemptResult, toRunStandIn } from "./format/attempt-line.ts";
import { type Plan, type PlannedTask, toPlan } from "./format/plan.ts";
import type { VerdictFacts } from "./format/verdict.ts";
import { LineReader } from "./line-reader.ts";

/**
 * A result in a file, as the last plan in it sees it. It shows what was in the file when it was read;
 * what is appended later needs another `readResultFile`. Once another file has taken its place, as
 * `saveResult` does, reading from it throws a ResultFormatError; it never gives what that one holds.
 */
export interface ResultFile extends ResultSource {
  readonly path: string;
  /**
   * The same file as another plan sees it.
   *
   * @throws InvalidArgumentError for two tasks of one id.
   */
  replan(plan: ResultPlan): ResultFile;
  /** What is odd about the file: a torn last line, or that it does not say how its run ended. */
  readonly warnings: readonly string[];
  /** Attempts in the file that the plan does not count; nothing is ever deleted. */
  readonly hidden: HiddenAttempts;
}

/** What a file that was walked through is. */
export interface ResultFileOptions {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly state: FileState;
  readonly plan: Plan;
  readonly warnings: readonly string[];
}

/** A file that was walked through, as a plan sees it. */
export class StoredResult implements ResultFile {
  readonly specVersion = "v1";
  readonly path: string;
  readonly header: ResultHeader;
  readonly warnings: readonly string[];
  readonly plan: Plan;
  readonly state: FileState;
  readonly #options: ResultFileOptions;
  readonly #lines: LineReader;

  constructor(options: ResultFileOptions) {
    const { path, identity, state, plan, warnings } = options;
    this.path = path;
    this.header = { ...plan.header, end: state.end };
    this.warnings = warnings;
    this.plan = plan;
    this.state = state;
    this.#options = options;
    this.#lines = new LineReader(path, identity);
  }

  get hidden(): HiddenAttempts {
    return countHidden(this);
  }

  replan({ header, tasks }: ResultPlan): StoredResult {
    return new StoredResult({ ...this.#options, plan: toPlan(header, tasks) });
  }

  async *tasks(): AsyncGenerator<TaskSummary, void, undefined> {
    const reading = this.#lines.use();
    try {
      for (const planned of this.plan.tasks.values()) {
        yield this.#summarizeQuickly(planned) ?? (await this.#summarize(planned));
      }
    } finally {
      await reading.done();
    }
  }

  async *attempts(taskId: string): AsyncGenerator<AttemptResult, void, undefined> {
    const planned = this.plan.tasks.get(taskId);
    if (planned === undefined) return;
    const reading = this.#lines.use();
    try {
      for (const selected of this.select(planned)) yield await this.#readAttempt(selected, planned);
    } finally {
      await reading.done();
    }
  }

  /** Where the attempts of a task lie that count. */
  select({ entry }: PlannedTask): SelectedAttempt[] {
    const taskInput = this.state.taskInputs.find(entry.id, entry.inputHash);
    if (taskInput === null) return [];
    return selectAttempts(this.state.index.entriesOf(taskInput), this.plan.header.k);
  }

  /** The lines of an attempt that counts, as they are in the file. */
  async readBytes(selected: SelectedAttempt): Promise<Buffer[]> {
    const reading = this.#lines.use();
    try {
      return await this.#lines.readBytes(selected);
    } finally {
      await reading.done();
    }
  }

  /** What the verdict of an attempt is: of a scorer or expected value of before, it is none. */
  async readVerdict({ verdict }: SelectedAttempt, task: PlannedTask): Promise<VerdictFacts> {
    const reading = this.#lines.use();
    try {
      const line = await this.#lines.readLine(verdict);
      const { score, unscored } = toAttemptResult(line, null, task);
      return score ?? { cause: unscored?.cause ?? "error" };
    } finally {
      await reading.done();
    }
  }

  async #readAttempt(
    { attempt, verdict }: SelectedAttempt,
    task: PlannedTask,
  ): Promise<AttemptResult> {
    const original = await this.#lines.readLine(attempt);
    const line = attempt === verdict ? original : await this.#lines.readLine(verdict);
    return toAttemptResult(line, await this.#lines.readRun(attempt, original), task);
  }

  #summarizeQuickly(planned: PlannedTask): TaskSummary | null {
    const { index, taskInputs, tallies } = this.state;
    const { id, inputHash } = planned.entry;
    const taskInput = taskInputs.find(id, inputHash);
    const tally = taskInput === null ? undefined : tallies.of(taskInput);
    if (taskInput === null || tally === undefined) return null;
    const entries = index.entriesOf(taskInput);
    return summarizeQuickly(planned, { entries, tally, k: this.plan.header.k });
  }

  async #summarize(planned: PlannedTask): Promise<TaskSummary> {
    const attempts: AttemptResult[] = [];
    for (const { attempt, verdict } of this.select(planned)) {
      const line = await this.#lines.readLine(verdict);
      const original = attempt === verdict ? line : await this.#lines.readLine(attempt);
      const run = original.run === null ? null : toRunStandIn(original);
      attempts.push(toAttemptResult(line, run, planned));
    }
    return summarizeTask(planned.task, attempts);
  }
}
