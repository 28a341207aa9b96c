import type { ResolvedTask } from "@rollouts/core";
import type { AttemptOrder } from "./options.ts";
import { type PlannedAttempt, planAttempts } from "./plan.ts";
import { watchForStorm } from "./storm.ts";

/** Hands out the attempts of a run, one at a time, until all are out or the run must stop. */
export interface Schedule<Expected> {
  /** The next attempt, or `undefined` when there is none; a promise while a storm is probed. */
  next(): Offer<Expected> | Promise<Offer<Expected>>;
  /** Tells how an attempt ended. */
  record(planned: PlannedAttempt<Expected>, errorKind: string | null): void;
  /** The kind of error that every attempt would meet, once a storm has ended the run. */
  stormKind(): string | null;
}

type Offer<Expected> = PlannedAttempt<Expected> | undefined;

export interface ScheduleOptions<Expected> {
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly k: number;
  readonly concurrency: number;
  readonly order: AttemptOrder;
  /** Asked before each attempt. */
  readonly isAborted: () => boolean;
}

const maxProbes = 3;

/** Plans the attempts lazily, and stops when a storm of errors leaves no hope. */
export function createSchedule<Expected>(options: ScheduleOptions<Expected>): Schedule<Expected> {
  const { tasks, k, concurrency, isAborted } = options;
  const line = planAttempts(tasks, options);
  const probes: PlannedAttempt<Expected>[] = [];
  const probed = new Set<number>();
  let startedTasks = 0;

  function planProbes(): number {
    for (const task of tasks.slice(startedTasks, startedTasks + maxProbes)) {
      const taskPosition = startedTasks + probes.length;
      probes.push({ task, taskPosition, attemptIndex: 0 });
      probed.add(taskPosition);
    }
    return probes.length;
  }

  function isProbe({ taskPosition, attemptIndex }: PlannedAttempt<Expected>): boolean {
    return attemptIndex === 0 && probed.has(taskPosition);
  }

  function takeFromLine(): Offer<Expected> {
    let planned = line.next().value;
    while (planned !== undefined && isProbe(planned)) planned = line.next().value;
    if (planned !== undefined) startedTasks = Math.max(startedTasks, planned.taskPosition + 1);
    return planned ?? undefined;
  }

  const storm = watchForStorm({ taskCount: tasks.length, k, concurrency, planProbes });
  function next(): Offer<Expected> | Promise<Offer<Expected>> {
    if (isAborted() || storm.phase() === "over") return undefined;
    const probe = probes.shift();
    if (probe !== undefined) return probe;
    return storm.phase() === "calm" ? takeFromLine() : storm.decided.then(next);
  }

  return {
    next,
    stormKind: storm.kind,
    record(planned, errorKind) {
      const { taskPosition } = planned;
      storm.record({ taskPosition, isProbe: isProbe(planned), errorKind });
    },
  };
}
