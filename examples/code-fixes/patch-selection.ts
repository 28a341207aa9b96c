import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";
import { patchTasks } from "./patches.ts";

/** How a reviewer recognises in a patch that a demand is kept. */
const signs = [
  [/share one load/, /(?<!await )load\(key\)\)|value\)/],
  [/failed is not kept/, /catch\(\(\) => kept/],
  [/loaded is kept/, /kept\.has/],
  [/between any two/, /n - 1/],
  [/exactly at the limit/, />(?!=) limit/],
  [/long stream/, /n - 1/],
  [/names another version/, /!==/],
  [/raises the version/, /version \+= 1/],
  [/leaves the record/, /false;\n {2}record/],
  [/inside a group/, /flatMap/],
  [/any depth/, /messages\(inner\)/],
  [/no group/, /\[error/],
  [/9 decimal places/, /toFixed/],
  [/keys of their own/, /toFixed\(9|String\(x\)/],
  [/tiny negative/, /\+ 0/],
] as const;

/** Counts the demands that a patch seems to keep; overlooks each demand 1 time in 8. */
const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const [report = "", ...patches] = String(messages.at(-1)?.content).split(/\n\nPatch /);
    const demands = report
      .split("\n")
      .filter((_, n) => (((attempt?.seed ?? 0) >>> (3 * n)) & 7) !== 0);
    const known = signs.filter(([demand]) => demands.some((line) => demand.test(line)));
    const kept = (patch: string) => known.filter(([, sign]) => sign.test(patch)).length;
    const [best = "", runnerUp = ""] = patches.toSorted((a, b) => kept(b) - kept(a));
    return JSON.stringify({ best: best[0], runnerUp: runnerUp[0] });
  },
  { provider: "offline", modelId: "absent-minded-reviewer" },
);

/** Which of four patches to take, and which to fall back on. Nothing that the model says is run. */
export default defineEnvironment({
  name: "patch-selection",
  agent: defineAgent({
    model: offlineModel,
    instructions: "Name the patch that keeps every demand, and the one that comes closest to it.",
    outputSchema: z.object({
      best: z.enum(["A", "B", "C", "D"]),
      runnerUp: z.enum(["A", "B", "C", "D"]),
    }),
  }),
  tasks: patchTasks.map(({ id, demands, patches, expected }) => ({
    id,
    input: [
      demands,
      ...Object.entries(patches).map(([name, code]) => `Patch ${name}:\n${code}`),
    ].join("\n\n"),
    expected,
  })),
  scorer: (run, expected) => isDeepStrictEqual(run.output, expected),
});
