// Every command of the command line with its arguments and options. Scripts of users spell them: one that
// goes, or takes something else, breaks them.
import { expect, it } from "vitest";
import { createProgram } from "../../packages/cli/src/program/create-program.ts";

const commands = {
  "init [file]": [],
  "doctor [environment]": ["--folder <path>", "--concurrency <count>", "--json"],
  "run <file>": [
    "--k <count>",
    "--concurrency <count>",
    "--model <provider:id>",
    "--seed <number>",
    "--order <order>",
    "--budget <tokens>",
    "--budget-usd <amount>",
    "--task <id>",
    "--filter <key=value>",
    "--sample <count>",
    "--failing <file>",
    "--errors <file>",
    "--shard <i/n>",
    "--out <path>",
    "--resume <path>",
    "--retry <which>",
    "--min-pass-rate <share>",
    "--min-task-rate <share>",
    "--min-coverage <share>",
    "--baseline <file>",
    "--max-drop <share>",
    "--significance",
    "--allow <what>",
    "--report <path>",
    "--reporter <how>",
    "--export <path>",
    "--json",
    "--list",
    "--dry-run",
    "--explain",
    "--watch",
  ],
  "show <file>": [
    "--details <which>",
    "--attempts <count>",
    "--min-pass-rate <share>",
    "--min-task-rate <share>",
    "--min-coverage <share>",
    "--baseline <file>",
    "--max-drop <share>",
    "--significance",
    "--allow <what>",
    "--report <path>",
    "--json",
  ],
  "attempt <file> <label>": ["--json"],
  "diff <baseline> <current>": [
    "--allow <what>",
    "--min-effect <share>",
    "--min-coverage <share>",
    "--json",
  ],
  "merge <files...>": ["--out <path>", "--shards <count>", "--json"],
  "salvage <file> <out>": ["--json"],
  "export <file> <out>": [
    "--kind <kind>",
    "--profile <name>",
    "--all-tasks",
    "--validation-share <share>",
    "--min-score <score>",
    "--max-per-task <count>",
    "--method <method>",
    "--on-overflow <what>",
    "--replace-lone-surrogates",
    "--json",
  ],
  "validate <file>": ["--kind <kind>", "--profile <name>", "--json"],
  "trace <dataset> <line>": ["--json"],
  "rescore <file> <environment>": ["--out <path>", "--json"],
  "audit <environment>": [
    "--concurrency <count>",
    "--seed <number>",
    "--json",
    "--task <id>",
    "--filter <key=value>",
    "--sample <count>",
  ],
  "calibrate <file> <gold> <environment>": ["--concurrency <count>", "--json"],
};

it("the command line has these commands and options and no others", () => {
  const program = createProgram(async () => {});
  const found = program.commands.map((command) => {
    const names = command.registeredArguments.map((argument) => {
      const name = argument.variadic ? `${argument.name()}...` : argument.name();
      return argument.required ? `<${name}>` : `[${name}]`;
    });
    const options = command.options.map(({ flags }) => flags);
    return [[command.name(), ...names].join(" "), options];
  });
  expect(Object.fromEntries(found)).toEqual(commands);
  expect(program.options.map(({ flags }) => flags)).toEqual(["-V, --version"]);
});
