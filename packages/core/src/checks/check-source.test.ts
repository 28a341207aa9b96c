import { describe, expect, it } from "vitest";
import { resultOf, taskOf } from "../__fixtures__/results.ts";
import {
  InvalidArgumentError,
  learningZone,
  type ResultSource,
  summarize,
  UnsupportedSpecVersionError,
} from "../index.ts";

const source = resultOf([taskOf("t1", "pf")]);
const newer = { ...source, specVersion: "v2", tasks: source.tasks, attempts: source.attempts };

describe.each([
  ["learningZone", async (found: unknown) => learningZone(found as ResultSource)],
  ["summarize", async (found: unknown) => summarize(found as ResultSource)],
])("%s", (_, read) => {
  it.each([undefined, null, 5, {}, Promise.resolve(source)])("refuses %o", async (found) => {
    await expect(read(found)).rejects.toThrow(InvalidArgumentError);
  });

  it("refuses a result of another contract", async () => {
    await expect(read(newer)).rejects.toThrow(UnsupportedSpecVersionError);
  });

  it("takes a result", async () => {
    await expect(read(source)).resolves.toBeDefined();
  });
});
