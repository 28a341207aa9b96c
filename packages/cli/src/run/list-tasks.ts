import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import type { Output } from "../process/console-output.ts";
import { exitCode } from "../process/exit-code.ts";
import type { SelectedTask } from "../selection/select-tasks.ts";

/** Prints which tasks are selected, an id a line. */
export async function listTasks(
  selected: readonly SelectedTask[],
  { json, output }: { readonly json: boolean | undefined; readonly output: Output },
): Promise<number> {
  const tasks = selected.map(({ id, metadata }) => ({ id, metadata }));
  const text = tasks.map(({ id }) => toSafeLine(id)).join("\n");
  await output.out(json ? toPrintableJson(tasks) : text);
  return exitCode.good;
}
