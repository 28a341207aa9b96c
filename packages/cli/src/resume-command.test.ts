import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { createProgram } from "./program/create-program.ts";
import { resumeCommand } from "./run/resume-command.ts";
import type { RunCommandOptions } from "./run/run-command-options.ts";

/** The options of `run` as they are read from words. */
async function readOptions(words: readonly string[]): Promise<RunCommandOptions> {
  let read: RunCommandOptions = {};
  const program = createProgram(async () => {});
  const run = program.commands.find((command) => command.name() === "run");
  run?.action((_file, options) => {
    read = options;
  });
  await program.parseAsync(words, { from: "user" });
  return read;
}

it("the command to go on says all that was typed, whatever a shell makes of it", async () => {
  const words = [
    ["--out", "my runs/a.rollouts.jsonl", "--k", "3", "--seed", "5", "--model", "openai:x"],
    ["--concurrency", "2", "--order", "round-robin", "--budget", "1000", "--budget-usd", "0.5"],
    ["--task", "it's $HOME", "--task", "b", "--filter", "key=a b", "--failing", "f", "--errors"],
    ["e", "--sample", "4", "--shard", "2/3", "--min-pass-rate", "0.5", "--min-task-rate", "0.1"],
    ["--min-coverage", "1", "--baseline", "b.rollouts.jsonl", "--max-drop", "0", "--significance"],
    ["--allow", "agent", "--allow", "tasks", "--report", "a.html", "--report", "a.md"],
    ["--reporter", "none", "--export", "zone.jsonl", "--json"],
  ].flat();
  const options = await readOptions(["run", "my env.ts", ...words]);
  const command = resumeCommand("my env.ts", "my runs/a.rollouts.jsonl", options);
  const echo = command.replace(/^npx rollouts/, `printf '%s\\n'`);
  const typed = execFileSync("sh", ["-c", echo], { encoding: "utf8" }).split("\n").slice(0, -1);
  expect(typed.slice(0, 2)).toEqual(["run", "my env.ts"]);
  const { out, ...rest } = options;
  expect(await readOptions(typed)).toEqual({ ...rest, resume: out });
});

it("options that only tell, and no option at all, are left out", () => {
  const options = { out: "a", list: true, dryRun: true, explain: true, watch: true };
  expect(resumeCommand("env.ts", "a", options)).toBe("npx rollouts run env.ts --resume a");
});
