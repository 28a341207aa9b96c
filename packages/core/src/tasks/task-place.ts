import type { Task } from "../task.ts";

/** Where a task was read, such as `tasks.jsonl, line 3`, for errors that are found later. */
const places = new WeakMap<Task, string>();

export function rememberPlace(task: Task, source: string, line: number): void {
  places.set(task, `${source}, line ${line}`);
}

/** `undefined` for a task that comes from no file, also when it is a copy of one that does. */
export function placeOf(task: Task | undefined): string | undefined {
  return task === undefined ? undefined : places.get(task);
}
