import type { AttemptResult } from "@rollouts/core";
import { isAnyCutOff } from "../resume/is-cut-off.ts";
import type { ResumePlan } from "../resume/plan-resume.ts";
import { rescoreStored, type StoredAttempt } from "../resume/rescore-stored.ts";
import { runPool } from "../schedule/pool.ts";
import { createGiveTurn } from "../time/event-loop-turn.ts";
import type { Run } from "./run.ts";

interface PlacedAttempt<Output, Expected> extends StoredAttempt<Output, Expected> {
  readonly taskPosition: number;
}

/**
 * Scores again what is to be, at most `concurrency` attempts at a time, each read when its turn comes.
 * Gives how many have all their verdicts now: fewer than were to have them, when the run is aborted or
 * its budget is spent. When reading fails no more are taken; those at work are waited for, and then it
 * throws.
 */
export async function runRescores<Output, Expected>(
  run: Run<Output, Expected>,
  plan: ResumePlan,
): Promise<number> {
  const { settings, observer, commits, isStopped } = run;
  const line = createLine(readStale(run, plan), isStopped);
  let renewedCount = 0;
  await runPool({
    concurrency: Math.min(settings.concurrency, plan.explanation.rescoreCount),
    next: line.next,
    giveTurn: createGiveTurn(),
    async work(stored) {
      const attempt = await rescoreStored(stored, run);
      if (attempt === null) return;
      if (!isAnyCutOff(attempt)) renewedCount += 1;
      await commits.commit({ type: "rescore", attempt }, () => {
        const kept = run.keep(attempt, stored.taskPosition);
        observer.tell({ type: "attempt-end", attempt });
        return kept;
      });
    },
  });
  await line.close();
  return renewedCount;
}

/** Hands out what is read, one at a time; nothing more after a failure, which waits for `close`. */
function createLine<Item>(
  items: AsyncGenerator<Item, void, undefined>,
  isStopped: () => boolean,
): { next(): Promise<Item | undefined>; close(): Promise<void> } {
  let failure: { readonly thrown: unknown } | null = null;
  return {
    async next() {
      if (isStopped() || failure !== null) return undefined;
      try {
        return (await items.next()).value ?? undefined;
      } catch (thrown) {
        failure ??= { thrown };
        return undefined;
      }
    },
    async close() {
      await items.return(); // what it reads from is open until then
      if (failure !== null) throw failure.thrown;
    },
  };
}

async function* readStale<Output, Expected>(
  { tasks }: Run<Output, Expected>,
  plan: ResumePlan,
): AsyncGenerator<PlacedAttempt<Output, Expected>, void, undefined> {
  for (const [taskPosition, task] of tasks.entries()) {
    const rescores = plan.tasks[taskPosition]?.rescores;
    if (rescores === undefined || rescores.size === 0) continue;
    const validScores = await plan.view.validScores(task.id);
    for await (const attempt of plan.view.attempts(task.id)) {
      const { attemptIndex } = attempt;
      if (!rescores.has(attemptIndex)) continue;
      const validScore = validScores.get(attemptIndex);
      yield { attempt: attempt as AttemptResult<Output>, task, taskPosition, validScore };
    }
  }
}
