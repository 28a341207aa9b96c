// Questions that can be misread more and more: a low pass rate may be the fault of the question.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { z } from "zod";
import { precedenceModel } from "./precedence-model.ts";

const env = defineEnvironment({
  name: "ambiguity-ladder",
  agent: defineAgent({
    model: precedenceModel,
    instructions: "Calculate by the usual precedence of operators. Answer with the number.",
    outputSchema: z.object({ value: z.number() }),
  }),
  tasks: [
    { id: "two-sentences", input: "What is 48 minus 6? And that divided by 3?", expected: 14 },
    { id: "two-operators", input: "What is 12 plus 5 times 4?", expected: 32 },
    // The rival reading, 84 / (7 + 5), gives 7.
    { id: "rival-reading", input: "What is 84 divided by 7 plus 5?", expected: 17 },
    {
      id: "four-operators",
      input: "What is 63 divided by 3 minus 9 plus 4 times 2?",
      expected: 20,
    },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
const result = await runRollouts(env, { k: 6, model: chosenModel() });

console.log(String(result));
for (const { task, attempts } of result.taskResults) {
  const answers = attempts.flatMap(({ run }) => run?.output?.value ?? []);
  const wrong = new Set(answers.filter((value) => value !== task.expected));
  // One wrong answer that comes back is a reading of the question; many are slips.
  if (wrong.size > 0) console.log(`${task.id} also answered:`, [...wrong].join(", "));
  for (const { run, score } of attempts)
    if (score) assert.equal(score.passed, run?.output?.value === task.expected);
}
