// Two long sums, four attempts each: the grid, the learning zone, and its passing attempts as a training file.
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

const env = defineEnvironment({
  name: "sums",
  agent: defineAgent({
    model: slipCalculator({ slipRate: 0.002 }), // a simulated model: it calculates by hand, and slips
    instructions: "Calculate exactly.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "short", input: "Multiply 17 by 23.", expected: 391 },
    { id: "long", input: "Multiply 27182818 by 16180339.", expected: 439827210215302 },
  ],
  scorer: (run, expected) => run.output.value === expected,
});

const result = await runRollouts(env, { k: 8 });
console.log(String(result));
const report = await toSftJsonl(result.learningZone(), "data/zone.jsonl", { profile: "openai" });
console.log(`training rows written: ${report.written}`);
