import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RolloutResult } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { describe, expect, it } from "vitest";
import conflictingFields from "./conflicting-fields.ts";
import nestedRecords from "./nested-records.ts";

const folder = import.meta.dirname;

/** The rows of the grid: they are the same in every run. */
function rows(result: RolloutResult): string[] {
  return String(result)
    .split("\n")
    .slice(1)
    .map((row) => row.trim());
}

describe("_24 structured extraction", { timeout: 60_000 }, () => {
  it("basic.ts measures the offline model, with the same numbers each time", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "basic.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/m, "0s").split("\n")).toEqual([
      "structured-extraction                 k=4 · 20 attempts · 0s",
      "  later-amendment-stands-first   █░██   3/4   0.75   learning zone",
      "  unsigned-amendment             ███░   3/4   0.75   learning zone",
      "  later-narrow-amendment         ███░   3/4   0.75   learning zone",
      "  nothing-counts                 ████   4/4   1.00",
      "  field-by-field                 ███░   3/4   0.75   learning zone",
      "later-amendment-stands-first/1: /seats is 20, expected 15",
      "unsigned-amendment/3: /seats is 90, expected 80",
      "later-narrow-amendment/3: /price is 90, expected 110",
      'field-by-field/3: /applied/0 is "S9", expected "S100"',
      "",
    ]);
  });

  it("conflicting-fields.ts: the most trusted report decides, field by field", async () => {
    const result = await runRollouts(conflictingFields, { k: 6 });
    expect(rows(result)).toEqual([
      "void-customs-report   ██████   6/6   1.00",
      "earlier-but-trusted   █░░░░█   2/6   0.33   learning zone",
      "one-report-left       ██████   6/6   1.00",
      "many-reports          ░████░   4/6   0.67   learning zone",
    ]);
  });

  it("nested-records.ts: lists of records, whose balances must come out", async () => {
    const result = await runRollouts(nestedRecords, { k: 4 });
    expect(rows(result)).toEqual([
      "partial-shipment      ███░   3/4   0.75   learning zone",
      "lost-shipment         █░██   3/4   0.75   learning zone",
      "correction-and-loss   ████   4/4   1.00",
      "second-delivery       ░███   3/4   0.75   learning zone",
    ]);
  });

  it("the checksums are those of the reference", () => {
    const expected = conflictingFields.tasks.map(({ expected }) => expected);
    expect(expected).toMatchObject([
      { shipment: "SH-81", checksum: 8635946 },
      { shipment: "SH-205", checksum: 6175153 },
      { shipment: "SH-9", checksum: 8635946 },
      { shipment: "SH-777", checksum: 4126617 },
    ]);
  });

  it("nothing is missing or left over: shipped and unshipped add up to what was ordered", () => {
    for (const { expected: order } of nestedRecords.tasks) {
      const lost = order?.events.filter(({ kind }) => kind === "lost") ?? [];
      const kept = order?.shipments.filter(({ id }) =>
        lost.every(({ shipment }) => shipment !== id),
      );
      const sent = kept?.flatMap(({ lines }) => lines) ?? [];
      for (const { sku, quantity } of order?.items ?? []) {
        const parts = [...sent, ...(order?.unshipped ?? [])].filter((line) => line.sku === sku);
        expect(
          parts.reduce((sum, line) => sum + line.quantity, 0),
          sku,
        ).toBe(quantity);
      }
    }
  });
});
