import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;

/** Runs a program of this folder as a pipeline would, and tells its exit code. */
function exitCodeOf(program: string, flags: readonly string[]): Promise<number | null> {
  const jiti = join(folder, "node_modules/.bin/jiti");
  return new Promise((resolve) => {
    const child = execFile(jiti, [join(folder, program), ...flags], () => resolve(child.exitCode));
  });
}

describe("_28 ci gating", { timeout: 60_000 }, () => {
  it.each([
    ["basic.ts", "--minimum-pass-rate", "0.9", "0.1"],
    ["per-task-floor.ts", "--minimum-task-rate", "0.9", "0"],
  ])("%s: only an enforced gate that fails is exit code 1", async (program, flag, hard, easy) => {
    const codes = [
      await exitCodeOf(program, ["--enforce", flag, hard]),
      await exitCodeOf(program, [flag, hard]),
      await exitCodeOf(program, ["--enforce", flag, easy]),
    ];
    expect(codes).toEqual([1, 0, 0]);
  });

  it.each(["-0.1", "1.1", "", "most"])("a limit of %j is exit code 2", async (limit) => {
    const flags = ["--enforce", `--maximum-drop=${limit}`];
    expect(await exitCodeOf("baseline-regression.ts", flags)).toBe(2);
  });
});
