import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { pairExport } from "./__fixtures__/pair-export.ts";
import { fail, pass } from "./__fixtures__/result.ts";

const folder = useFolder(beforeEach, afterEach);
const { exportTask, manifest, pairsWritten } = pairExport(folder);

describe("methods", () => {
  const graded = [
    pass("A", 0.9),
    fail("long".repeat(20), 0.1),
    pass("B", 1),
    fail("C", 0.3),
    fail("D", 0),
  ];

  it("matched gives the best pass the first choice, and at most two pairs", async () => {
    await exportTask(graded);
    expect(await pairsWritten()).toEqual([
      [2, 3],
      [0, 4],
    ]);
  });

  it("all pairs every pass with every fail, up to the cap", async () => {
    const report = await exportTask(graded, { method: "all", maxPairsPerTask: 100 });
    expect(report).toMatchObject({ written: 6, paired: 5 });
    expect(await pairsWritten()).toEqual([
      [2, 1],
      [2, 3],
      [2, 4],
      [0, 1],
      [0, 3],
      [0, 4],
    ]);
    await exportTask(graded, { method: "all" });
    expect(await pairsWritten()).toEqual([
      [2, 1],
      [2, 3],
    ]);
  });

  it("best-worst gives one pair, of the highest and the lowest score", async () => {
    expect(await exportTask(graded, { method: "best-worst" })).toMatchObject({ written: 1 });
    expect(await pairsWritten()).toEqual([[2, 4]]);
  });

  it("best-near-mu-2sigma takes the fail two deviations below the mean", async () => {
    // Mean 0.832, deviation 0.220: two below is 0.391, which is nearer to 0.3 than to 0.
    const passes = Array.from({ length: 20 }, (_, index) => pass(`A${index}`, 0.9));
    const attempts = [...passes, fail("B", 0), fail("C", 0.3)];
    await exportTask(attempts, { method: "best-near-mu-2sigma" });
    expect(await pairsWritten()).toEqual([[0, 21]]);
  });

  it("best-near-mu-2sigma needs eight attempts that can be used", async () => {
    const attempts = [pass("A"), ...["B", "C", "D", "E", "F", "G"].map((text) => fail(text))];
    const report = await exportTask(attempts, { method: "best-near-mu-2sigma" });
    expect(report.tasksWithoutPairs).toEqual({ "too-few-attempts": 1 });
  });
});

describe("lengths", () => {
  it("says how much longer what is preferred is, in bytes", async () => {
    const even = await exportTask([pass("ä".repeat(6)), fail("b".repeat(10))]);
    expect(even.lengths).toEqual({
      chosenMean: 12,
      rejectedMean: 10,
      relativeDifference: 0.2,
      isBiased: false,
    });
    const uneven = await exportTask([pass("a".repeat(13)), fail("b".repeat(10))]);
    expect(uneven.lengths).toMatchObject({ isBiased: true });
    expect(await manifest()).toMatchObject({
      lengths: { chosen_mean_bytes: 13, rejected_mean_bytes: 10, is_biased: true },
    });
  });
});
