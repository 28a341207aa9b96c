import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RolloutResult } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { describe, expect, it } from "vitest";
import callSequence from "./call-sequence.ts";
import exactArguments from "./exact-arguments.ts";

const folder = import.meta.dirname;

/** The rows of the grid: they are the same in every run. */
function rows(result: RolloutResult): string[] {
  return String(result)
    .split("\n")
    .slice(1)
    .map((row) => row.trim());
}

describe("_26 multi-step tools", { timeout: 60_000 }, () => {
  it("basic.ts measures the offline model, with the same numbers each time", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "basic.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "multi-step-tools                 k=6 · 18 attempts · 0s",
      "  direct      ░█░███   4/6   0.67   learning zone",
      "  when-odd    ██████   6/6   1.00",
      "  when-even   ░█░██░   3/6   0.50   learning zone",
      "direct/0 answers: H-17 closes at 17:22.",
      "but expected tool 'read_dispatch_plan' has no clean execution",
      "",
    ]);
  });

  it("exact-arguments.ts: what is passed on must be right", async () => {
    const result = await runRollouts(exactArguments, { k: 6 });
    expect(rows(result)).toEqual([
      "direct     ██░███   5/6   0.83   learning zone",
      "when-odd   ░░█░░█   2/6   0.33   learning zone",
    ]);
    const [failure] = result.taskResults[1]?.attempts ?? [];
    expect(failure?.run?.toolExecutions.at(-1)?.arguments).toEqual({
      hub: "H-17",
      date: "2026-07-19", // a Sunday
    });
  });

  it("call-sequence.ts: three calls in one order", async () => {
    const result = await runRollouts(callSequence, { k: 6 });
    expect(rows(result)).toEqual([
      "direct      █░███░   4/6   0.67   learning zone",
      "when-odd    ███░██   5/6   0.83   learning zone",
      "when-even   ░███░█   4/6   0.67   learning zone",
    ]);
    const swapped = result.taskResults[2]?.attempts[4];
    expect(swapped?.run?.toolExecutions.map(({ name }) => name)).toEqual([
      "read_dispatch_plan",
      "read_weather",
      "lookup_hub_window",
    ]);
  });
});
