import type { Command } from "commander";
import { several, severalOf, share } from "./parse-values.ts";

/** Adds the options that hold a result to limits, and those that write it as reports. */
export function addGateFlags(command: Command): Command {
  return command
    .optionsGroup("Gates (exit code 1 when one does not hold, 3 when too little was scored):")
    .option("--min-pass-rate <share>", "lowest pass rate over all scored attempts, 0 to 1", share)
    .option("--min-task-rate <share>", "lowest pass rate that any task may have", share)
    .option("--min-coverage <share>", "lowest share of attempts that must be scored", share)
    .option("--baseline <file>", "result file to compare with; needs --max-drop")
    .option("--max-drop <share>", "how far the mean task rate may fall below it", share)
    .option("--significance", "count a drop only when chance does not explain it")
    .option(
      "--allow <what>",
      "compare although this differs: tasks or agent (repeatable)",
      severalOf(["tasks", "agent"]),
    )
    .optionsGroup("Output:")
    .option(
      "--report <path>",
      "write the result there; .json, .junit.xml, .md, .csv or .html (repeatable)",
      several,
    );
}
