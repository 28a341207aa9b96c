// A call that ended in an error satisfies no check: the agent is told why, and may call again.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { tool } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { acceptedCodes, handIn } from "./hand-in.ts";

const environment = handIn(
  tool({
    name: "verify_validation_code",
    description: "Verifies the code, and fails when it is wrong.",
    parameters: z.object({ code: z.int() }),
    execute({ code }) {
      if (code !== chains.a.expected) throw new Error("The code is wrong.");
      return "The code is right.";
    },
  }),
  toolCallScorer({ expected: ["verify_validation_code"] }), // by its name alone
);

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));

for (const { attemptIndex, run, score } of result.taskResults[0]?.attempts ?? []) {
  const statuses = run?.toolExecutions.map(({ status }) => status) ?? [];
  console.log(`${attemptIndex}: ${statuses.join(", then ") || "no call"}`);
  if (run !== null && score?.passed) assert.ok(acceptedCodes(run).includes(chains.a.expected));
}
