import { scorerContract } from "@rollouts/testing";
import { describe, it } from "vitest";

const scorer = (run: { output: unknown }, expected: unknown) => run.output === expected;

describe("scorer contract", () => {
  const passing = { output: "4", expected: "4" };
  const failing = { output: "5", expected: "4" };
  for (const { name, run } of scorerContract({ scorer, passing, failing })) it(name, run);
});
