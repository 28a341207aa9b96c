import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RolloutResult } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { describe, expect, it } from "vitest";
import ambiguousTickets from "./ambiguous-tickets.ts";
import environment from "./environment.ts";
import precedenceRules from "./precedence-rules.ts";

const folder = import.meta.dirname;

/** The rows of the grid: they are the same in every run. */
function rows(result: RolloutResult): string[] {
  return String(result)
    .split("\n")
    .slice(1)
    .map((row) => row.trim());
}

describe("_25 support triage", { timeout: 60_000 }, () => {
  it("basic.ts measures the offline model, with the same numbers each time", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "basic.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "support-triage                 k=8 · 24 attempts · 0s",
      "  locked-out      █████░██   7/8   0.88   learning zone",
      "  double-charge   ░████░█░   5/8   0.62   learning zone",
      "  long-thread     ████████   8/8   1.00",
      'locked-out/5: /queue is "security", expected "access"',
      "double-charge/0: /checksum is 116, expected 8",
      "",
    ]);
  });

  it("ambiguous-tickets.ts: words that point to the wrong queue", async () => {
    const result = await runRollouts(ambiguousTickets, { k: 6 });
    expect(rows(result)).toEqual([
      "crash-then-charge                ██████   6/6   1.00",
      "slow-then-refund                 ██████   6/6   1.00",
      "feature-with-hypothetical-risk   ░█████   5/6   0.83   learning zone",
      "paid-but-locked-out              ██████   6/6   1.00",
      "wish-for-an-audit-log            ██░███   5/6   0.83   learning zone",
      "many-wishes                      ░░████   4/6   0.67   learning zone",
    ]);
  });

  it("precedence-rules.ts: rules that overrule one another", async () => {
    const result = await runRollouts(precedenceRules, { k: 6 });
    expect(rows(result)).toEqual([
      "charged-gold-customer   ███░██   5/6   0.83   learning zone",
      "foreign-data            █░░░█░   2/6   0.33   learning zone",
      "outage                  █████░   5/6   0.83   learning zone",
      "known-way-around        ░█░██░   3/6   0.50   learning zone",
      "everything-at-once      ████░█   5/6   0.83   learning zone",
    ]);
  });

  it("the expected values are those of the reference", () => {
    const checksums = (tasks: typeof environment.tasks) =>
      tasks.map(({ expected }) => [expected?.queue, expected?.checksum]);
    expect(checksums(environment.tasks)).toEqual([
      ["access", 33],
      ["billing", 8],
      ["security", 1503],
    ]);
    expect(checksums(ambiguousTickets.tasks).map(([, checksum]) => checksum)).toEqual([
      8, 1, 33, 8, 33, 1156,
    ]);
    expect(precedenceRules.tasks.map(({ expected }) => Object.values(expected ?? {}))).toEqual([
      [["R3", "R5"], "P1", 30],
      [["R1", "R5", "R6"], "P0", 15],
      [["R2", "R5"], "P1", 30],
      [["R4", "R6"], "P2", 240],
      [["R3", "R4", "R5", "R6"], "P1", 30],
    ]);
  });
});
