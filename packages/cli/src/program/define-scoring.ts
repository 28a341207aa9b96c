import type { Command } from "commander";
import type { AuditCommandOptions } from "../commands/audit-command.ts";
import type { CalibrateCommandOptions } from "../commands/calibrate-command.ts";
import type { RescoreCommandOptions } from "../commands/rescore-command.ts";
import type { Act } from "./act.ts";
import { examples } from "./examples.ts";
import { wholeNumber } from "./parse-values.ts";
import { addTaskFlags } from "./selection-flags.ts";

const environmentText = "environment file with the scorer";

/** Adds the commands about scorers. None of them calls an agent. */
export function defineScoring(program: Command, act: Act): void {
  defineRescore(program, act);
  defineAudit(program, act);
  defineCalibrate(program, act);
}

function defineRescore(program: Command, act: Act): void {
  program
    .command("rescore")
    .description("score a result file anew, without calling the agent")
    .argument("<file>", "result file; it stays as it is")
    .argument("<environment>", environmentText)
    .option("--out <path>", "write the result to this new result file")
    .option("--json", "print the summary as JSON")
    .addHelpText(
      "after",
      examples([
        "rollouts rescore runs/a.rollouts.jsonl environment.ts --out runs/b.rollouts.jsonl",
        "with the scorer as it is now",
      ]),
    )
    .action((file: string, environment: string, options: RescoreCommandOptions) =>
      act(async (context) =>
        (await import("../commands/rescore-command.ts")).rescoreCommand(
          file,
          environment,
          options,
          context,
        ),
      ),
    );
}

function defineAudit(program: Command, act: Act): void {
  const command = program
    .command("audit")
    .description("try a scorer on known answers, before anything is spent on attempts")
    .argument("<environment>", environmentText)
    .option("--concurrency <count>", "scorings at one time (default: 4)", wholeNumber(1))
    .option("--seed <number>", "seed of --sample (default: 0)", wholeNumber(0))
    .option("--json", "print what was found as JSON");
  addTaskFlags(command)
    .addHelpText(
      "after",
      `
A judge is called about five times a task: --sample spends less. Where the expected value is not what
the agent answers, export known answers from the environment file:

  export const audit = { answer: (task) => \`\${task.expected} days\` };
${examples(
  ["rollouts audit environment.ts", "exit code 1 when the scorer is wrong"],
  ["rollouts audit environment.ts --sample 10", "some of the tasks"],
)}`,
    )
    .action((environment: string, options: AuditCommandOptions) =>
      act(async (context) =>
        (await import("../commands/audit-command.ts")).auditCommand(environment, options, context),
      ),
    );
}

function defineCalibrate(program: Command, act: Act): void {
  program
    .command("calibrate")
    .description("tell how far a scorer agrees with what people say")
    .argument("<file>", "result file")
    .argument("<gold>", 'JSONL: {"taskId":"france","attemptIndex":0,"gold":true}')
    .argument("<environment>", environmentText)
    .option("--concurrency <count>", "scorings at one time (default: 4)", wholeNumber(1))
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      examples([
        "rollouts calibrate runs/a.rollouts.jsonl gold.jsonl environment.ts",
        "agreement, errors of both kinds, kappa",
      ]),
    )
    .action((result: string, gold: string, environment: string, options: CalibrateCommandOptions) =>
      act(async (context) => {
        const { calibrateCommand } = await import("../commands/calibrate-command.ts");
        return await calibrateCommand({ result, gold, environment }, options, context);
      }),
    );
}
