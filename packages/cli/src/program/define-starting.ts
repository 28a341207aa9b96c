import type { Command } from "commander";
import type { DoctorCommandOptions } from "../commands/doctor-command.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { wholeNumber } from "./parse-values.ts";

/** Adds the commands to begin with. */
export function defineStarting(program: Command, act: Act): void {
  program
    .command("init")
    .description("write an environment file that runs offline")
    .argument("[file]", "name of the new file", "environment.ts")
    .addHelpText(
      "after",
      examples(
        ["rollouts init", "writes environment.ts, and says what to do next"],
        ["rollouts init evals/support.ts", "anywhere else"],
      ),
    )
    .action((file: string) =>
      act(async (context) =>
        (await import("../commands/init-command.ts")).initCommand(file, context),
      ),
    );
  program
    .command("doctor")
    .description("look whether this machine, and an environment file, are ready")
    .argument("[environment]", "environment file")
    .option("--folder <path>", "folder that results are to go to (default: this one)")
    .option("--concurrency <count>", "attempts in flight at once (default: 4)", wholeNumber(1))
    .option("--json", "print what was found as JSON")
    .addHelpText(
      "after",
      examples(["rollouts doctor environment.ts --folder runs", "exit code 1 for a problem"]),
    )
    .action((environment: string | undefined, options: DoctorCommandOptions) =>
      act(async (context) =>
        (await import("../commands/doctor-command.ts")).doctorCommand(
          environment,
          options,
          context,
        ),
      ),
    );
}
