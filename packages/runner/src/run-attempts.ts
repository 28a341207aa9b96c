import type { AttemptResult, Environment, ResolvedTask } from "@rollouts/core";
import { runAttempt } from "./attempt.ts";
import type { Deadlines } from "./deadlines.ts";
import { createGiveTurn } from "./event-loop-turn.ts";
import type { Observer } from "./observer.ts";
import type { RunSettings } from "./options.ts";
import { planAttempts } from "./plan.ts";
import { runPool } from "./pool.ts";
import { watchForStorm } from "./storm.ts";

/** A run whose options and tasks have been checked. */
export interface Run<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly settings: RunSettings<Output, Expected>;
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly observer: Observer<Output>;
  readonly deadlines: Deadlines;
}

/** What came of all attempts that started. */
export interface RanAttempts<Output> {
  /** By task, in attempt order. */
  readonly attempts: readonly (readonly AttemptResult<Output>[])[];
  readonly finishedCount: number;
  /** Attempts that an abort of the run ended. */
  readonly abortedCount: number;
  readonly abandonedCount: number;
}

/** Runs the attempts, at most `concurrency` at a time, until all are done or the run must stop. */
export async function runAttempts<Output, Expected>({
  env,
  settings,
  tasks,
  observer,
  deadlines,
}: Run<Output, Expected>): Promise<RanAttempts<Output>> {
  const { k, concurrency, model, seed, graceMs } = settings;
  const storm = watchForStorm({ taskCount: tasks.length, k, concurrency });
  const giveTurn = createGiveTurn();
  const attemptSettings = { env, model, seed, graceMs, deadlines, giveTurn };
  const slots: AttemptResult<Output>[][] = tasks.map(() => []);
  const counts = { finishedCount: 0, abortedCount: 0, abandonedCount: 0 };

  await runPool({
    items: planAttempts(tasks, k),
    concurrency: Math.min(concurrency, k * tasks.length),
    shouldStop: () => deadlines.isAborted() || storm.isOver(),
    giveTurn,
    async work(planned) {
      const { task, taskPosition, attemptIndex } = planned;
      observer.tell({ type: "attempt-start", taskId: task.id, attemptIndex });
      const finished = await runAttempt<Output, Expected>(planned, attemptSettings, observer.warn);
      counts.finishedCount += 1;
      if (finished.isAborted) counts.abortedCount += 1;
      if (finished.isAbandoned) counts.abandonedCount += 1;
      storm.record(finished.errorKind);
      slots[taskPosition]?.push(finished.result);
      observer.tell({ type: "attempt-end", attempt: finished.result });
    },
  });

  const attempts = slots.map((slot) => slot.sort((a, b) => a.attemptIndex - b.attemptIndex));
  return { attempts, ...counts };
}
