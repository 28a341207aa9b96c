import { type Command, Option } from "commander";
import type { AttemptCommandOptions } from "../commands/attempt-command.ts";
import type { DiffCommandOptions } from "../commands/diff-command.ts";
import type { ShowCommandOptions } from "../commands/show-command.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { addGateFlags } from "./gate-flags.ts";
import { severalOf, share, wholeNumber } from "./parse-values.ts";

/** Adds the commands that show result files. */
export function defineReading(program: Command, act: Act): void {
  defineShow(program, act);
  defineAttempt(program, act);
  defineDiff(program, act);
}

function defineShow(program: Command, act: Act): void {
  const command = program
    .command("show")
    .description("show a result file: grid, attempts, gates, reports")
    .argument("<file>", "result file, such as runs/a.rollouts.jsonl")
    .optionsGroup("Attempts:")
    .addOption(new Option("--details <which>", "also print attempts").choices(["failed", "all"]))
    .option("--attempts <count>", "with --details: so many of each task", wholeNumber(1));
  addGateFlags(command)
    .option("--json", "print the summary as JSON")
    .addHelpText(
      "after",
      examples(
        ["rollouts show runs/a.rollouts.jsonl --details failed --attempts 2", "what went wrong"],
        ["rollouts show runs/a.rollouts.jsonl --report report.html", "a page with all attempts"],
        ["rollouts show runs/a.rollouts.jsonl --min-pass-rate 0.8", "a gate on what was run"],
      ),
    )
    .action((file: string, options: ShowCommandOptions) =>
      act(async (context) =>
        (await import("../commands/show-command.ts")).showCommand(file, options, context),
      ),
    );
}

function defineAttempt(program: Command, act: Act): void {
  program
    .command("attempt")
    .description("show one attempt in full, with its transcript")
    .argument("<file>", "result file")
    .argument("<label>", "task id, / and the number of the attempt from 0")
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      examples(["rollouts attempt runs/a.rollouts.jsonl france/0", "the first of task france"]),
    )
    .action((file: string, label: string, options: AttemptCommandOptions) =>
      act(async (context) =>
        (await import("../commands/attempt-command.ts")).attemptCommand(
          file,
          label,
          options,
          context,
        ),
      ),
    );
}

function defineDiff(program: Command, act: Act): void {
  program
    .command("diff")
    .description("compare two result files, and say whether chance explains it")
    .argument("<baseline>", "result file of before")
    .argument("<current>", "result file of now")
    .option(
      "--allow <what>",
      "compare although this differs: tasks or agent (repeatable)",
      severalOf(["tasks", "agent"]),
    )
    .option("--min-effect <share>", "smallest difference that counts (default: 0)", share)
    .option("--min-coverage <share>", "share of tasks that must be compared (default: 0.5)", share)
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      examples(
        ["rollouts diff runs/a.rollouts.jsonl runs/b.rollouts.jsonl", "the same, or another model"],
        ["rollouts diff runs/a.rollouts.jsonl runs/b.rollouts.jsonl --allow agent", "two prompts"],
      ),
    )
    .action((baseline: string, current: string, options: DiffCommandOptions) =>
      act(async (context) =>
        (await import("../commands/diff-command.ts")).diffCommand(
          baseline,
          current,
          options,
          context,
        ),
      ),
    );
}
