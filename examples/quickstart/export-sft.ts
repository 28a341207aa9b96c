// Turns the learning zone into a training file, and says what became of every attempt.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chains, chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl, validateSft } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

const env = defineEnvironment({
  name: "export-sft",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "product", input: "Multiply 17 by 23.", expected: 391 },
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
const result = await runRollouts(env, { k: 8, model: chosenModel() });
console.log(String(result));

const zone = result.learningZone();
if (zone.taskResults.length === 0) {
  console.log("The learning zone is empty: try harder tasks, or more attempts.");
} else {
  const path = join(import.meta.dirname, "data", "train.jsonl");
  const report = await toSftJsonl(zone, path);
  for (const [name, count] of Object.entries(report))
    if (typeof count === "number") console.log(`  ${name}: ${count}`);

  const passedCount = zone.taskResults.reduce((sum, task) => sum + task.passedCount, 0);
  assert.equal(report.written, passedCount);
  const { valid, rows } = await validateSft(path, { profile: "portable" });
  assert.deepEqual([valid, rows], [true, passedCount]);
}
