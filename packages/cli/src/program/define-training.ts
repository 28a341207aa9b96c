import { type Command, Option } from "commander";
import type { TraceCommandOptions } from "../commands/trace-command.ts";
import type { ValidateCommandOptions } from "../commands/validate-command.ts";
import type { ExportCommandOptions } from "../export/export-options.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { share, wholeNumber } from "./parse-values.ts";

const kinds = ["sft", "pairs", "kto", "prompts"];
const kindText = "what the rows are (default: sft)";

/** Adds the commands about training files. */
export function defineTraining(program: Command, act: Act): void {
  defineExport(program, act);
  defineValidate(program, act);
  defineTrace(program, act);
}

function defineExport(program: Command, act: Act): void {
  program
    .command("export")
    .description("write a result file as training data")
    .argument("<file>", "result file")
    .argument("<out>", "training file; <out>.meta.json goes beside it")
    .addOption(new Option("--kind <kind>", kindText).choices(kinds))
    .option("--profile <name>", "the consumer, such as openai, together, trl or axolotl")
    .option("--all-tasks", "also tasks outside the learning zone")
    .option("--validation-share <share>", "this share of the tasks goes to a second file", share)
    .option("--min-score <score>", "sft: leave out attempts below this score", share)
    .option("--max-per-task <count>", "sft, pairs: most rows of one task", wholeNumber(1))
    .addOption(
      new Option("--method <method>", "pairs: which attempts are paired").choices([
        "matched",
        "all",
        "best-worst",
        "best-near-mu-2sigma",
      ]),
    )
    .addOption(
      new Option("--on-overflow <what>", "rows over the consumer's size").choices([
        "shard",
        "error",
        "truncate",
      ]),
    )
    .option("--replace-lone-surrogates", "write U+FFFD for halves of characters, not a failure")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples(
        ["rollouts export runs/a.rollouts.jsonl data/train.jsonl --profile openai", "fine-tuning"],
        ["rollouts export runs/a.rollouts.jsonl data/pairs.jsonl --kind pairs", "for DPO"],
        [
          "rollouts export runs/a.rollouts.jsonl data/train.jsonl --validation-share 0.1",
          "held-out tasks",
        ],
      ),
    )
    .action((file: string, out: string, options: ExportCommandOptions) =>
      act(async (context) =>
        (await import("../commands/export-command.ts")).exportCommand(file, out, options, context),
      ),
    );
}

function defineValidate(program: Command, act: Act): void {
  program
    .command("validate")
    .description("check a training file against what its consumer accepts")
    .argument("<file>", "training file, whoever wrote it")
    .addOption(new Option("--kind <kind>", kindText).choices(kinds))
    .option("--profile <name>", "the consumer, such as openai (default: that of export)")
    .option("--json", "print what was found as JSON")
    .addHelpText(
      "after",
      examples(["rollouts validate data/train.jsonl --profile openai", "before an upload"]),
    )
    .action((file: string, options: ValidateCommandOptions) =>
      act(async (context) =>
        (await import("../commands/validate-command.ts")).validateCommand(file, options, context),
      ),
    );
}

function defineTrace(program: Command, act: Act): void {
  program
    .command("trace")
    .description("tell which attempt a line of a training file comes from")
    .argument("<dataset>", "training file with its .meta.json beside it")
    .argument("<line>", "number of the line, from 1", wholeNumber(1))
    .option("--json", "print the origin as JSON")
    .addHelpText("after", examples(["rollouts trace data/train.jsonl 3", "the third row"]))
    .action((dataset: string, line: number, options: TraceCommandOptions) =>
      act(async (context) =>
        (await import("../commands/trace-command.ts")).traceCommand(
          dataset,
          line,
          options,
          context,
        ),
      ),
    );
}
