import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const coverage = `T01: I6 I7 I14 I17
T02: I1 I2 I7 I10
T03: I5 I9 I10 I20
T04: I1 I7 I9 I12
T05: I3 I6 I18 I19
T06: I7 I12 I14 I16
T07: I9 I13 I14 I16
T08: I8 I9 I14 I18
T09: I1 I7 I15 I19
T10: I4 I8 I11 I12
T11: I2 I3 I4 I14 I15
T12: I2 I7 I10 I19
T13: I2 I11 I16 I17
T14: I4 I6 I12 I14
T15: I7 I10 I12 I15
T16: I3 I8 I13 I20
T17: I9 I14 I15 I16
T18: I5 I15 I17 I20`;

/** Begins anywhere, then always takes the test that covers most of the rest. It never goes back. */
const greedyModel = scriptedModel(
  ({ messages, attempt }) => {
    const lines = [...String(messages.at(-1)?.content).matchAll(/(T\d+): (.+)/g)];
    const tests = lines.map(([, id = "", issues = ""]) => ({ id, issues: issues.split(" ") }));
    const uncovered = new Set(tests.flatMap(({ issues }) => issues));
    const gain = (issues: readonly string[]) => issues.filter((id) => uncovered.has(id)).length;

    const chosen: string[] = [];
    let next = tests[(attempt?.seed ?? 0) % tests.length];
    while (next !== undefined && uncovered.size > 0) {
      chosen.push(next.id);
      for (const issue of next.issues) uncovered.delete(issue);
      next = tests.reduce((best, test) => (gain(test.issues) > gain(best.issues) ? test : best));
    }
    return JSON.stringify({ tests: chosen });
  },
  { provider: "offline", modelId: "greedy-selector" },
);

/** Which tests to run when time is short: the smallest set that covers every issue. */
export default defineEnvironment({
  name: "regression-tests",
  agent: defineAgent({
    model: greedyModel,
    instructions: "Name the smallest set of tests that covers every issue.",
    outputSchema: z.object({ tests: z.array(z.string()) }),
  }),
  tasks: [
    { id: "smallest-cover", input: coverage, expected: ["T02", "T05", "T07", "T10", "T18"] }, // no other of 5
  ],
  scorer: (run, expected) => isDeepStrictEqual(run.output.tests.toSorted(), expected),
});
