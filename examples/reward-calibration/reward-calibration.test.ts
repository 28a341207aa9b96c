import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { calibrate } from "@rollouts/scorers";
import { describe, expect, it } from "vitest";
import { mentionsNumber, statesNumber } from "./scorers.ts";
import { traces } from "./traces.ts";

const folder = import.meta.dirname;

/** Runs a program of this folder as its reader would. */
async function run(program: string): Promise<string[]> {
  const jiti = join(folder, "node_modules/.bin/jiti");
  const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, program)]);
  expect(stderr).toBe("");
  return stdout.replace(/\d+s$/m, "0s").split("\n");
}

describe("_30 reward calibration", { timeout: 60_000 }, () => {
  it("N10 agrees with people on 5 of 8 traces", async () => {
    const report = await calibrate(mentionsNumber, traces);
    expect(report).toMatchObject({
      traceCount: 8,
      scoredCount: 8,
      errorCount: 0,
      agreement: 5 / 8,
      falsePositiveRate: 2 / 4,
      falseNegativeRate: 1 / 4,
    });
    expect(report.disagreements.map(({ index }) => index)).toEqual([3, 4, 5]);
  });

  it("the stricter scorer passes no wrong answer", async () => {
    const report = await calibrate(statesNumber, traces);
    expect(report).toMatchObject({
      agreement: 7 / 8,
      falsePositiveRate: 0,
      falseNegativeRate: 1 / 4,
    });
  });

  it("basic.ts prints both, and the answers on which they disagree with people", async () => {
    expect(await run("basic.ts")).toEqual([
      "mentionsNumber",
      "  agreement: 0.62",
      "  falsePositiveRate: 0.50",
      "  falseNegativeRate: 0.25",
      "  passes 3: It is not 42.",
      "  passes 4: 42000",
      "  fails 5: forty-two",
      "statesNumber",
      "  agreement: 0.88",
      "  falsePositiveRate: 0.00",
      "  falseNegativeRate: 0.25",
      "  fails 5: forty-two",
      "",
    ]);
  });

  it("from-a-result.ts finds that four of five passes are wrong", async () => {
    expect(await run("from-a-result.ts")).toEqual([
      "reward-calibration                 k=8 · 8 attempts · 0s",
      "  product   █░██░█░█   5/8   0.62   learning zone",
      "product/0 passed: It is not 42.",
      "product/1 failed: forty-two",
      "product/2 passed: It is not 42.",
      "product/4 failed: forty-two",
      "product/5 passed: It is not 42.",
      "product/6 failed: forty-two",
      "product/7 passed: It is not 42.",
      "agreement: 0.125",
      "",
    ]);
  });
});
