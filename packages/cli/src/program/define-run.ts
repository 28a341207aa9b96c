import { maxAttempts } from "@rollouts/core";
import { type Command, Option } from "commander";
import { reporters } from "../progress/reporter.ts";
import type { RunCommandOptions } from "../run/run-command-options.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { addGateFlags } from "./gate-flags.ts";
import { dollars, wholeNumber } from "./parse-values.ts";
import { addSelectionFlags } from "./selection-flags.ts";

/** Adds `rollouts run`. */
export function defineRun(program: Command, act: Act): void {
  const command = program
    .command("run")
    .description("run an environment file and print its grid")
    .argument("<file>", "TypeScript or JavaScript module that exports one environment");
  addRunFlags(command);
  addSelectionFlags(command);
  addFileFlags(command);
  addGateFlags(command)
    .addOption(
      new Option(
        "--reporter <how>",
        "progress on standard error (default: grid on a terminal, else lines)",
      ).choices(reporters),
    )
    .option("--export <path>", "write the learning zone's passing attempts to this JSONL file")
    .option("--json", "print the summary as JSON, and nothing else, to standard output")
    .optionsGroup("Instead of running:")
    .option("--list", "print the ids of the selected tasks")
    .option("--dry-run", "print how many attempts and model calls it would be, at least")
    .option("--explain", "with --resume: print what would run, and why")
    .optionsGroup("Other:")
    .option("--watch", "run again whenever a file of the project changes")
    .addHelpText(
      "after",
      examples(
        ["rollouts run environment.ts --dry-run", "how many attempts and calls"],
        ["rollouts run environment.ts --out runs/a.rollouts.jsonl", "keep every attempt"],
        ["rollouts run environment.ts --resume runs/a.rollouts.jsonl --k 16", "go on, with more"],
        ["rollouts run environment.ts --model openai:gpt-5.5 --budget 200000", "another model"],
        [
          "rollouts run environment.ts --min-pass-rate 0.8 --min-coverage 0.95 --report junit.junit.xml",
          "a gate in CI",
        ],
        [
          "rollouts run environment.ts --baseline runs/a.rollouts.jsonl --max-drop 0.05 --significance",
          "no worse than before",
        ],
        ["rollouts run environment.ts --failing runs/a.rollouts.jsonl", "what failed, again"],
      ),
    )
    .action((file: string, options: RunCommandOptions) =>
      act(async (context) =>
        options.watch
          ? (await import("../commands/watch-command.ts")).watchCommand(file, options, context)
          : (await import("../commands/run-command.ts")).runCommand(file, options, context),
      ),
    );
}

function addRunFlags(command: Command): void {
  command
    .optionsGroup("How to run:")
    .option(
      "--k <count>",
      "attempts per task (default: 8, or as before)",
      wholeNumber(1, maxAttempts),
    )
    .option("--concurrency <count>", "attempts in flight at once (default: 4)", wholeNumber(1))
    .option("--model <provider:id>", "model in place of the agent's own, such as openai:gpt-5.5")
    .option("--seed <number>", "seed of the run (default: 0, or as before)", wholeNumber(0))
    .addOption(
      new Option("--order <order>", "which attempts start first (default: task-major)").choices([
        "task-major",
        "round-robin",
      ]),
    )
    .option("--budget <tokens>", "stop before more tokens than this are used", wholeNumber(1))
    .option("--budget-usd <amount>", "stop before it costs more than this", dollars);
}

function addFileFlags(command: Command): void {
  const newFile = new Option("--out <path>", "write every attempt to this new result file");
  const retry = new Option(
    "--retry <which>",
    "with --resume: try attempts without a verdict again",
  );
  command
    .optionsGroup("Result file:")
    .addOption(newFile.conflicts("resume"))
    .option("--resume <path>", "go on with a result file: run what is missing, and nothing else")
    .addOption(retry.choices(["none", "errors", "unscored"]));
}
