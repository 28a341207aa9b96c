import type { Command } from "commander";
import { filters, several, shard, wholeNumber } from "./parse-values.ts";

/** Adds the options that name tasks. Each narrows what those before it leave. */
export function addSelectionFlags(command: Command): Command {
  return addTaskFlags(command)
    .option("--failing <file>", "tasks with a failed attempt in this result file")
    .option("--errors <file>", "tasks with an attempt without a verdict in this result file")
    .option("--shard <i/n>", "the i-th of n parts, such as 1/3; merge joins their files", shard);
}

/** The same without those that are about runs. */
export function addTaskFlags(command: Command): Command {
  return command
    .optionsGroup("Which tasks (each option narrows what the others leave):")
    .option("--task <id>", "this task (repeatable)", several)
    .option("--filter <key=value>", "tasks with this metadata (repeatable, all must hold)", filters)
    .option("--sample <count>", "so many tasks, drawn by --seed", wholeNumber(1));
}
