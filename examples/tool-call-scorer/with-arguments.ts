// Checks the arguments of a call. In each task one of them depends on a calculation.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { chains, chosenModel } from "@examples/models";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { dispatcher } from "./dispatcher.ts";

const wanted = { region: "north", service: "priority", date: "2026-07-20" };

const env = defineEnvironment({
  name: "with-arguments",
  agent: defineAgent({
    model: dispatcher,
    instructions: "Quote once, with the region, the service and the date of the question.",
    tools: [
      tool({
        name: "quote_shipping_cutoff",
        parameters: z.object({
          region: z.enum(["north", "south"]),
          service: z.enum(["priority", "standard"]),
          date: z.iso.date(),
        }),
        execute: ({ region, service, date }) => `${service} to the ${region} on ${date}: 17:00`,
      }),
    ],
  }),
  tasks: [
    {
      id: "date-by-parity",
      input: `${chains.a.input} Then: Quote for the region north, the service priority and this date: 2026-07-20 if the result is odd, else 2026-07-21.`,
    },
    {
      id: "service-by-digit-sum",
      input:
        "Multiply 3141592653589793 by 1414213562373095. Add the decimal digits of the product. Then: Quote for the region north, the date 2026-07-20 and this service: priority if the result is divisible by 5, else standard.",
    },
    {
      id: "region-by-remainder",
      input:
        "Multiply 2718281828459045 by 1618033988749895, and take the remainder of the product modulo 65521. Then: Quote for the service priority, the date 2026-07-20 and this region: north if the result is below 30000, else south.",
    },
  ],
  scorer: toolCallScorer({ arguments: { quote_shipping_cutoff: wanted } }),
});
const result = await runRollouts(env, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));
for (const { run, score, taskId, attemptIndex } of result.taskResults.flatMap((t) => t.attempts)) {
  if (score === null) continue;
  const calls = run?.toolExecutions.map((execution) => execution.arguments) ?? [];
  if (!score.passed) console.log(`${taskId}/${attemptIndex} quoted`, ...calls);
  else assert.ok(calls.some((call) => isDeepStrictEqual({ ...(call as object), ...wanted }, call)));
}
