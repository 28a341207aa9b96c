import {
  type Environment,
  InvalidArgumentError,
  invalidArgument,
  type ResolvedTask,
  resolveTasks,
  type Task,
} from "@rollouts/core";
import type { AttemptOrder } from "../options/options.ts";

/** One attempt that is to run. */
export interface PlannedAttempt<Expected = unknown> {
  readonly task: ResolvedTask<Expected>;
  /** Position among the selected tasks. */
  readonly taskPosition: number;
  readonly attemptIndex: number;
}

/**
 * The selected tasks, or all of them, with the ids that they have in the whole environment.
 *
 * @throws InvalidArgumentError for a task that is not one of `env.tasks`, or is selected twice.
 */
export function selectTasks<Expected>(
  env: Environment<unknown, Expected>,
  selection: readonly Task<Expected>[] | undefined,
): ResolvedTask<Expected>[] {
  const resolved = resolveTasks(env.tasks);
  if (selection === undefined) return resolved;
  if (!Array.isArray(selection)) {
    throw invalidArgument("tasks", "a list of tasks of env.tasks", selection);
  }
  const byTask = new Map(env.tasks.map((task, index) => [task, resolved[index]]));
  const seen = new Set<Task<Expected>>();
  return selection.map((task, index) => {
    const found = byTask.get(task);
    const argument = `tasks[${index}]`;
    if (found === undefined) {
      throw new InvalidArgumentError({
        argument,
        message: `${argument} is not one of env.tasks. Select the very objects, as in env.tasks.filter(...): a copy or a result's task is another object.`,
      });
    }
    if (seen.has(task)) {
      throw new InvalidArgumentError({
        argument,
        message: `${argument} selects ${JSON.stringify(found.id)} twice. Raise k instead.`,
      });
    }
    seen.add(task);
    return found;
  });
}

/** The indexes of the attempts that are to run, by the position of their task; `null` for all. */
export type OwedAttempts = readonly ReadonlySet<number>[] | null;

export interface AttemptPlan {
  readonly k: number;
  readonly order: AttemptOrder;
  readonly owed: OwedAttempts;
}

/** All attempts in the order in which they are to start, made only when they are asked for. */
export function* planAttempts<Expected>(
  tasks: readonly ResolvedTask<Expected>[],
  { k, order, owed }: AttemptPlan,
): Generator<PlannedAttempt<Expected>, void, undefined> {
  const [rounds, perRound] = order === "round-robin" ? [k, 1] : [1, k];
  for (let round = 0; round < rounds; round++) {
    for (const [taskPosition, task] of tasks.entries()) {
      for (let attemptIndex = round; attemptIndex < round + perRound; attemptIndex++) {
        const isOwed = owed?.[taskPosition]?.has(attemptIndex) ?? true;
        if (isOwed) yield { task, taskPosition, attemptIndex };
      }
    }
  }
}
