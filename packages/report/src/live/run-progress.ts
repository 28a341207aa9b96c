import { type AttemptVerdict, verdictOf } from "../verdict-glyph.ts";
import type { ProgressEvent } from "./progress-event.ts";

/** How far one task is. */
export interface TaskProgress {
  readonly id: string;
  /** By attempt; what has not ended is absent. */
  readonly verdicts: readonly (AttemptVerdict | undefined)[];
  readonly passedCount: number;
  readonly failedCount: number;
  readonly unscoredCount: number;
  readonly runningCount: number;
}

type Writable<Value> = { -readonly [Member in keyof Value]: Value[Member] };
type MutableTask = Writable<TaskProgress> & { verdicts: (AttemptVerdict | undefined)[] };

/** Kinds of error that are told apart, since a hostile server may name each one anew. */
const maxErrorKinds = 20;
const otherKinds = "other";

/** How far a run is; a fold over its events. Holds a word per attempt, and no transcript. */
export class RunProgress {
  env = "";
  k = 1;
  plannedCount = 0;
  /** Of the planned attempts, those that a run which goes on has from before. */
  keptCount = 0;
  readonly counts = { passed: 0, failed: 0, unscored: 0, warnings: 0, doneTasks: 0 };
  /** In the order in which they started. */
  readonly tasks: TaskProgress[] = [];
  readonly runningTasks = new Set<TaskProgress>();
  /** When each running attempt started, by its label, in milliseconds of the clock; the oldest first. */
  readonly running = new Map<string, number>();
  /** Attempts without a verdict by class of error, or by cause. */
  readonly errors = new Map<string, number>();
  readonly #byId = new Map<string, MutableTask>();

  get endedCount(): number {
    return this.keptCount + this.counts.passed + this.counts.failed + this.counts.unscored;
  }

  apply(event: ProgressEvent): void {
    switch (event.type) {
      case "run-start":
        this.env = event.header.env;
        this.k = event.header.k;
        this.plannedCount = event.plannedCount;
        this.keptCount = event.resume?.keptCount ?? 0;
        return;
      case "attempt-start":
        this.#start(event.taskId, event.attemptIndex);
        return;
      case "attempt-end":
        this.#end(event.attempt);
        return;
      case "warning":
        this.counts.warnings += 1;
        return;
    }
  }

  #start(taskId: string, attemptIndex: number): void {
    const task = this.#taskOf(taskId);
    task.runningCount += 1;
    this.runningTasks.add(task);
    this.running.set(`${taskId}/${attemptIndex}`, performance.now());
  }

  #end(attempt: (ProgressEvent & { type: "attempt-end" })["attempt"]): void {
    const { taskId, attemptIndex, unscored, errorType } = attempt;
    const task = this.#taskOf(taskId);
    // A run that is resumed may tell the end of attempts whose start it never told.
    if (this.running.delete(`${taskId}/${attemptIndex}`)) task.runningCount -= 1;
    if (task.runningCount === 0) this.runningTasks.delete(task);
    if (task.verdicts[attemptIndex] !== undefined) return;
    const verdict = verdictOf(attempt);
    task.verdicts[attemptIndex] = verdict;
    task[`${verdict}Count`] += 1;
    this.counts[verdict] += 1;
    if (task.passedCount + task.failedCount + task.unscoredCount === this.k) {
      this.counts.doneTasks += 1;
    }
    if (verdict === "unscored") this.#countError(errorType ?? unscored?.cause ?? otherKinds);
  }

  #taskOf(id: string): MutableTask {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const task = {
      id,
      verdicts: [],
      passedCount: 0,
      failedCount: 0,
      unscoredCount: 0,
      runningCount: 0,
    };
    this.#byId.set(id, task);
    this.tasks.push(task);
    return task;
  }

  #countError(kind: string): void {
    const key = this.errors.has(kind) || this.errors.size < maxErrorKinds ? kind : otherKinds;
    this.errors.set(key, (this.errors.get(key) ?? 0) + 1);
  }
}
