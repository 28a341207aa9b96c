// Forbids a tool: the attempt fails once it is called, whatever else was right.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { dispatcher } from "./dispatcher.ts";

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const order =
  "Then: Look up the shipping cutoff for the west. If the result is even, tell how many minutes are left from 16:00 on.";

const env = defineEnvironment({
  name: "strict-tools",
  agent: defineAgent({
    model: dispatcher,
    instructions: "Use the tools that the question calls for, and no other.",
    tools: [
      tool({
        name: "lookup_shipping_cutoff",
        description: "Tells until when parcels to a region are shipped the same day.",
        parameters: z.object({ region: z.literal("west") }),
        execute: () => "Parcels to the west are shipped until 17:22.",
      }),
      tool({
        name: "minutes_between",
        description: "Tells how many minutes lie between two times of one day.",
        parameters: z.object({
          from: z.iso.time({ precision: -1 }),
          to: z.iso.time({ precision: -1 }),
        }),
        execute: ({ from, to }) => `${minutes(to) - minutes(from)} minutes`,
      }),
    ],
  }),
  tasks: [
    { id: "lean-anchor", input: "Look up the shipping cutoff for the west, and nothing else." },
    { id: "only-if-even-a", input: `${chains.a.input} ${order}` },
    { id: "only-if-even-b", input: `${chains.b.input} ${order}` },
  ],
  scorer: toolCallScorer({
    expected: ["lookup_shipping_cutoff"],
    forbidden: ["minutes_between"], // the results are odd
    allowAdditional: false,
  }),
});
const result = await runRollouts(env, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));

for (const { run, score } of result.taskResults.flatMap(({ attempts }) => attempts)) {
  const isForbidden = run?.toolExecutions.some(({ name }) => name === "minutes_between");
  if (score && isForbidden) assert.deepEqual([score.passed, score.value], [false, 0]);
}
