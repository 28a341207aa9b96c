import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";

const env = defineEnvironment({
  name: "sums",
  agent: functionAgent({
    name: "calculator",
    model: slipCalculator({ slipRate: 0.005 }),
    run: async (input, { model, signal }) => {
      const content = typeof input === "string" ? input : "";
      const reply = await model.generate({ messages: [{ role: "user", content }], signal });
      return { text: reply.message.content };
    },
  }),
  tasks: [
    { id: "short", input: "Multiply 17 by 23.", expected: "391" },
    { id: "long", input: "Multiply 27182818 by 16180339.", expected: "439827210215302" },
  ],
  scorer: (run, expected) => run.output === expected,
});
console.log(String(await runRollouts(env, { k: 8 })));
