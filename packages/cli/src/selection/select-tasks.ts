import { describeValue, type Environment, resolveTasks, type Task } from "@rollouts/core";
import { UsageError } from "../process/usage-error.ts";
import { idsInFile, type TaskState } from "./ids-in-file.ts";
import { type MetadataFilter, matchesFilter } from "./metadata-filter.ts";
import type { SelectionOptions } from "./selection-options.ts";
import { takeShard } from "./shard.ts";
import { takeSample } from "./take-sample.ts";

/** A task of the environment with the id that it has there. */
export interface SelectedTask {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The environment's own object. */
  readonly task: Task;
}

interface Step {
  /** As it was typed. */
  readonly option: string;
  readonly narrow: (tasks: readonly SelectedTask[]) => readonly SelectedTask[];
}

/**
 * The tasks of an environment that the options name, in its order.
 *
 * @throws UsageError when no task is left, with the option that left none.
 */
export async function selectTasks(
  env: Pick<Environment, "tasks">,
  options: SelectionOptions,
  seed: number,
): Promise<readonly SelectedTask[]> {
  let selected: readonly SelectedTask[] = resolveTasks(env.tasks).map(
    ({ id, metadata }, index) => ({
      id,
      metadata,
      task: env.tasks[index] as Task,
    }),
  );
  for (const { option, narrow } of await stepsOf(options, seed)) {
    const left = narrow(selected);
    if (left.length === 0) {
      throw new UsageError(
        `Nothing is selected: ${option} leaves none of ${selected.length} ${selected.length === 1 ? "task" : "tasks"}.`,
      );
    }
    selected = left;
  }
  return selected;
}

async function stepsOf(
  { task: ids, filter = [], failing, errors, sample, shard }: SelectionOptions,
  seed: number,
): Promise<readonly Step[]> {
  return [
    ...(ids === undefined ? [] : [byId(ids)]),
    ...filter.map(byMetadata),
    ...(failing === undefined ? [] : [await byFile("failing", failing)]),
    ...(errors === undefined ? [] : [await byFile("errors", errors)]),
    ...(sample === undefined ? [] : [bySample(sample, seed)]),
    ...(shard === undefined
      ? []
      : [
          {
            option: `--shard ${shard.index}/${shard.count}`,
            narrow: (tasks: readonly SelectedTask[]) => takeShard(tasks, shard),
          },
        ]),
  ];
}

function byId(ids: readonly string[]): Step {
  return {
    option: "--task",
    narrow(tasks) {
      const known = new Set(tasks.map(({ id }) => id));
      const missing = ids.find((id) => !known.has(id));
      if (missing !== undefined) throw unknownTask(missing, tasks);
      return tasks.filter(({ id }) => ids.includes(id));
    },
  };
}

function unknownTask(id: string, tasks: readonly SelectedTask[]): UsageError {
  const names = tasks.slice(0, 10).map((task) => describeValue(task.id));
  const more = tasks.length > names.length ? ` and ${tasks.length - names.length} more` : "";
  return new UsageError(
    `There is no task ${describeValue(id)}. There are ${names.join(", ")}${more}; --list shows them all.`,
  );
}

function byMetadata(filter: MetadataFilter): Step {
  return {
    option: `--filter ${filter.key}=${filter.value}`,
    narrow: (tasks) => tasks.filter((task) => matchesFilter(task, filter)),
  };
}

async function byFile(state: TaskState, path: string): Promise<Step> {
  const ids = await idsInFile(path, state);
  return {
    option: `--${state} ${path}`,
    narrow: (tasks) => tasks.filter(({ id }) => ids.has(id)),
  };
}

function bySample(size: number, seed: number): Step {
  return {
    option: `--sample ${size}`,
    narrow: (tasks) => takeSample(tasks, { size, seed, idOf: ({ id }) => id }),
  };
}
