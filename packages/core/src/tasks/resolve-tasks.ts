import { describeValue } from "../checks/describe-value.ts";
import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import type { ResolvedTask, Task } from "../task.ts";
import { placeOf } from "./task-place.ts";

/**
 * Fills in ids and metadata, in order: a declared id stays, else the task at position `i` gets
 * `t{i + 1}`. The tasks themselves are left alone.
 *
 * @throws InvalidArgumentError when two tasks end up with one id.
 */
export function resolveTasks<Expected>(tasks: readonly Task<Expected>[]): ResolvedTask<Expected>[] {
  const positions = new Map<string, number>();
  return tasks.map((task, index) => {
    const id = task.id ?? `t${index + 1}`;
    const taken = positions.get(id);
    if (taken !== undefined) throw duplicateId(id, taken, index, tasks);
    positions.set(id, index);
    return { ...task, id, metadata: task.metadata ?? {} };
  });
}

function duplicateId(
  id: string,
  first: number,
  second: number,
  tasks: readonly Task[],
): InvalidArgumentError {
  const isPositional = tasks[first]?.id === undefined || tasks[second]?.id === undefined;
  const why = isPositional
    ? "t1, t2, ... are the ids of tasks that declare none, by position"
    : "ids must be unique";
  const [one, other] = [first, second].map((index) => nameOf(index, tasks));
  return new InvalidArgumentError({
    argument: `tasks[${second}].id`,
    message: `${one} and ${other} have the same id ${describeValue(id)}: ${why}. Give one of them another id.`,
  });
}

function nameOf(index: number, tasks: readonly Task[]): string {
  const place = placeOf(tasks[index]);
  return `tasks[${index}]${place === undefined ? "" : ` (${place})`}`;
}
