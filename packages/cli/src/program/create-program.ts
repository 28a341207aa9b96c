import { toSafeLine } from "@rollouts/core";
import { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import type { Act } from "./act.ts";
import { defineFiles } from "./define-files.ts";
import { defineReading } from "./define-reading.ts";
import { defineRun } from "./define-run.ts";
import { defineScoring } from "./define-scoring.ts";
import { defineStarting } from "./define-starting.ts";
import { defineTraining } from "./define-training.ts";

const guide = `
From nothing to a gated, exported and reported result:
  $ npx rollouts init
  $ npx rollouts run environment.ts --out runs/a.rollouts.jsonl --report a.html
  $ npx rollouts show runs/a.rollouts.jsonl --details failed
  $ npx rollouts export runs/a.rollouts.jsonl train.jsonl --profile openai
  $ npx rollouts run environment.ts --min-pass-rate 0.5 --min-coverage 0.95
  $ npx rollouts run environment.ts --baseline runs/a.rollouts.jsonl \\
      --max-drop 0.05 --significance

rollouts <command> --help shows the options of a command, and examples.

Exit codes: 0 good; 1 a gate or a check does not hold; 2 wrong usage, an input
that cannot be read, or nothing selected; 3 nothing was scored, or too little;
4 stopped early (errors, budget); 5 a fault of this program, or a file that could
not be written; 130 interrupted.
`;

/** Builds the command line. */
export function createProgram(act: Act): Command {
  const program = new Command("rollouts")
    .description("Runs an agent K times per task and shows how often it passes.")
    .version(packageJson.version)
    .showHelpAfterError("Try: npx rollouts run <file>, or npx rollouts --help for all commands.")
    .addHelpText("after", guide)
    .configureHelp({ minWidthToWrap: 20 })
    // Its errors repeat what was typed, which a script may have from anywhere.
    .configureOutput({
      outputError: (text, write) => write(text.split("\n").map(toSafeLine).join("\n")),
    })
    .exitOverride();
  program.commandsGroup("Run:");
  defineStarting(program, act);
  defineRun(program, act);
  program.commandsGroup("Results:");
  defineReading(program, act);
  defineFiles(program, act);
  program.commandsGroup("Training files:");
  defineTraining(program, act);
  program.commandsGroup("Scorers:");
  defineScoring(program, act);
  return program;
}
