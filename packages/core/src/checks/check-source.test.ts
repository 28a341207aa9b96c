import { describe, expect, it } from "vitest";
import { resultOf, taskOf } from "../__fixtures__/results.ts";
import {
  InvalidArgumentError,
  learningZone,
  type ResultSource,
  summarize,
  UnsupportedSpecVersionError,
} from "../index.ts";

const source = resultOf([taskOf("t1", "pf"), taskOf("t2", "pp")]);
const newer = { ...source, specVersion: "v2", tasks: source.tasks, attempts: source.attempts };

describe.each([
  ["learningZone", async (found: ResultSource) => await idsOf(learningZone(found)), ["t1"]],
  ["summarize", async (found: ResultSource) => (await summarize(found)).passRate, 0.75],
])("%s", (_, read, outcome) => {
  it.each([undefined, null, 5, {}, Promise.resolve(source)])("refuses %o", async (found) => {
    await expect(read(found as ResultSource)).rejects.toThrow(InvalidArgumentError);
  });

  it("refuses a result of another contract", async () => {
    await expect(read(newer as unknown as ResultSource)).rejects.toThrow(
      UnsupportedSpecVersionError,
    );
  });

  it("takes a result", async () => {
    expect(await read(source)).toEqual(outcome);
  });
});

async function idsOf(zone: ResultSource): Promise<string[]> {
  const ids: string[] = [];
  for await (const { task } of zone.tasks()) ids.push(task.id);
  return ids;
}
