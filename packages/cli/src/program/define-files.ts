import type { Command } from "commander";
import type { MergeCommandOptions } from "../commands/merge-command.ts";
import type { SalvageCommandOptions } from "../commands/salvage-command.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { wholeNumber } from "./parse-values.ts";

/** Adds the commands that make result files out of others. */
export function defineFiles(program: Command, act: Act): void {
  program
    .command("merge")
    .description("join the result files of shards")
    .argument("<files...>", "result files of one environment, k and seed, in order")
    .requiredOption("--out <path>", "the new result file")
    .option("--shards <count>", "refuse to merge unless so many files are given", wholeNumber(1))
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples(
        ["rollouts run environment.ts --shard 1/2 --out 1.rollouts.jsonl", "on one machine"],
        ["rollouts run environment.ts --shard 2/2 --out 2.rollouts.jsonl", "on another"],
        [
          "rollouts merge 1.rollouts.jsonl 2.rollouts.jsonl --shards 2 --out all.rollouts.jsonl",
          "then, with both",
        ],
      ),
    )
    .action((files: readonly string[], options: MergeCommandOptions) =>
      act(async (context) =>
        (await import("../commands/merge-command.ts")).mergeCommand(files, options, context),
      ),
    );
  program
    .command("salvage")
    .description("recover what is whole of a damaged result file")
    .argument("<file>", "damaged result file; it stays as it is")
    .argument("<out>", "the new result file")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples(
        ["rollouts salvage damaged.rollouts.jsonl whole.rollouts.jsonl", "recover"],
        ["rollouts run environment.ts --resume whole.rollouts.jsonl", "run what was lost"],
      ),
    )
    .action((file: string, out: string, options: SalvageCommandOptions) =>
      act(async (context) =>
        (await import("../commands/salvage-command.ts")).salvageCommand(
          file,
          out,
          options,
          context,
        ),
      ),
    );
}
