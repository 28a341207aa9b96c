import { setImmediate } from "node:timers/promises";
import { describeThrown, toSafeLine } from "@rollouts/core";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import type { Output } from "./console-output.ts";
import { exitCode } from "./exit-code.ts";
import type { EndProcess } from "./own-exit.ts";
import { reportFailure } from "./report-failure.ts";
import { type RunCommandOptions, runCommand } from "./run-command.ts";

/** Runs the command line and gives its exit code. Never rejects. */
export async function main(
  args: readonly string[],
  output: Output,
  end: EndProcess,
): Promise<number> {
  surviveStrayErrors(output.log);
  let code: number = exitCode.good;
  const program = createProgram(async (file, options) => {
    code = await runCommand(file, options, output, end);
  });
  try {
    await program.parseAsync(args, { from: "user" });
    await setImmediate(); // lets rejections of the last attempts be seen
    return code;
  } catch (thrown) {
    // Commander has printed its own message, or the help that was asked for.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : exitCode.usage;
    return reportFailure(thrown, output.log);
  }
}

/** What an agent let go of, a promise or a timer, must not end the run of all others. */
function surviveStrayErrors(log: (text: string) => void): void {
  const warn = (what: string) => (thrown: unknown) => {
    log(`warning: ${what}: ${toSafeLine(describeThrown(thrown))}`);
  };
  process.on("unhandledRejection", warn("unhandled rejection"));
  process.on("uncaughtException", warn("uncaught exception"));
}

function createProgram(run: (file: string, options: RunCommandOptions) => Promise<void>): Command {
  const program = new Command("rollouts")
    .description("Runs an agent K times per task and shows how often it passes.")
    .version(packageJson.version)
    .showHelpAfterError("Try: rollouts run <file>, or rollouts run --help for its options.")
    .exitOverride();
  program
    .command("run")
    .description("run an environment file and print its grid")
    .argument("<file>", "TypeScript or JavaScript module that exports one environment")
    .option("--k <count>", "attempts per task (default: 8)", wholeNumber(1))
    .option("--concurrency <count>", "attempts in flight at once (default: 4)", wholeNumber(1))
    .option("--model <provider:id>", "model in place of the agent's own, such as openai:gpt-5.5")
    .option("--seed <number>", "seed of the run (default: 0)", wholeNumber(0))
    .option("--export <path>", "write the learning zone's passing attempts to this JSONL file")
    .option("--json", "print the summary as JSON, and nothing else, to standard output")
    .action(run);
  return program;
}

function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number >= ${minimum}.`);
  };
}
