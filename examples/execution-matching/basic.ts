// The verdict is on what was executed: the tool, and the argument that it got.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { tool } from "@rollouts/agent";
import { renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { acceptedCodes, handIn } from "./hand-in.ts";

const code = chains.a.expected;
const environment = handIn(
  tool({
    name: "submit_validation_code",
    description: "Hands in the code.",
    parameters: z.object({ code: z.int() }),
    execute: () => "It was handed in.",
  }),
  toolCallScorer({ arguments: { submit_validation_code: { code } } }),
);

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));
console.log(renderReport(result));

for (const { run, score } of result.taskResults[0]?.attempts ?? [])
  if (run !== null && score?.passed) assert.ok(acceptedCodes(run).includes(code));
