// Arguments that are asked for must be there and equal; further ones do not matter.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { tool } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { acceptedCodes, handIn } from "./hand-in.ts";

const code = chains.a.expected;
const environment = handIn(
  tool({
    name: "record_validation_code",
    description: "Records the code, and where it comes from: manual for what you calculated.",
    parameters: z.object({ code: z.int(), source: z.enum(["manual", "import"]) }),
    execute: ({ source }) => `It was recorded as ${source}.`,
  }),
  toolCallScorer({ arguments: { record_validation_code: { code } } }),
);

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));

for (const { attemptIndex, run, score } of result.taskResults[0]?.attempts ?? []) {
  const calls = run?.toolExecutions.map(({ rawArguments }) => rawArguments) ?? [];
  console.log(`${attemptIndex}: ${calls.join(", then ") || "no call"}`);
  if (run !== null && score?.passed) assert.ok(acceptedCodes(run).includes(code));
}
