import type { ResolvedTask } from "@rollouts/core";
import type { AttemptOrder } from "../options/options.ts";
import type { PauseHold } from "./pause-hold.ts";
import { type OwedAttempts, type PlannedAttempt, planAttempts } from "./plan.ts";
import { type AttemptEnding, neverStorm, type Storm, watchForStorm } from "./storm.ts";

/** Hands out the attempts of a run, one at a time, until all are out or the run must stop. */
export interface Schedule<Expected> {
  /**
   * The next attempt, or `undefined` when there is none; a promise while a storm is probed, or a
   * provider's pause is waited for.
   */
  next(): Offer<Expected> | Promise<Offer<Expected>>;
  /** Tells how an attempt ended. */
  record(planned: PlannedAttempt<Expected>, ending: AttemptEnding): void;
  /** The trouble that every attempt would meet, once it has ended the run. */
  storm(): Storm | null;
}

type Offer<Expected> = PlannedAttempt<Expected> | undefined;

export interface ScheduleOptions<Expected> {
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly k: number;
  readonly concurrency: number;
  readonly order: AttemptOrder;
  readonly owed: OwedAttempts;
  /** Asked before each attempt: true when none is to start any more. */
  readonly isStopped: () => boolean;
  /** False when errors, however many, are to stop nothing. */
  readonly errorStorm: boolean;
  /** Keeps attempts from starting in vain. */
  readonly hold: Pick<PauseHold, "over" | "release">;
}

const maxProbes = 3;

/** Plans the attempts lazily, and stops when a storm of errors leaves no hope. */
export function createSchedule<Expected>(options: ScheduleOptions<Expected>): Schedule<Expected> {
  const { tasks, k, concurrency, owed, isStopped, hold } = options;
  const line = planAttempts(tasks, options);
  const probes: PlannedAttempt<Expected>[] = [];
  /** Index of the attempt that probes, by the position of its task. */
  const probed = new Map<number, number>();
  let upcoming = line.next().value ?? undefined;
  let startedTasks = 0;

  function planProbes(): number {
    for (let position = startedTasks; probes.length < maxProbes; position++) {
      const task = tasks[position];
      if (task === undefined) break;
      const attemptIndex = firstOwed(position, owed);
      if (attemptIndex === null) continue;
      probes.push({ task, taskPosition: position, attemptIndex });
      probed.set(position, attemptIndex);
    }
    return probes.length;
  }

  function isProbe({ taskPosition, attemptIndex }: PlannedAttempt<Expected>): boolean {
    return probed.get(taskPosition) === attemptIndex;
  }

  /** The head of the line, which stays in it. */
  function headOfLine(): Offer<Expected> {
    while (upcoming !== undefined && isProbe(upcoming)) upcoming = line.next().value ?? undefined;
    return upcoming;
  }

  function takeFromLine(): Offer<Expected> {
    const planned = headOfLine();
    if (planned === undefined) return undefined;
    startedTasks = Math.max(startedTasks, planned.taskPosition + 1);
    upcoming = line.next().value ?? undefined;
    return planned;
  }

  const storm = options.errorStorm
    ? watchForStorm({ taskCount: countOwing(tasks.length, owed), k, concurrency, planProbes })
    : neverStorm;
  function next(): Offer<Expected> | Promise<Offer<Expected>> {
    const phase = storm.phase();
    if (isStopped() || phase === "over") return undefined;
    if (phase === "probing" && probes.length === 0) return storm.decided.then(next);
    if (probes.length === 0 && headOfLine() === undefined) return undefined;
    const held = hold.over();
    if (held !== undefined) return held.then(next);
    return probes.shift() ?? takeFromLine();
  }

  return {
    next,
    storm: storm.found,
    record(planned, ending) {
      const { task, taskPosition, attemptIndex } = planned;
      storm.record({
        taskId: task.id,
        taskPosition,
        attemptIndex,
        isProbe: isProbe(planned),
        ...ending,
      });
      if (storm.phase() === "over") hold.release();
    },
  };
}

function firstOwed(taskPosition: number, owed: OwedAttempts): number | null {
  if (owed === null) return 0;
  const [first = null] = owed[taskPosition] ?? [];
  return first;
}

/** How many tasks have attempts that are to run. */
function countOwing(taskCount: number, owed: OwedAttempts): number {
  return owed === null ? taskCount : owed.filter(({ size }) => size > 0).length;
}
