import { defineEnvironment, functionAgent } from "@rollouts/core";
import { model } from "./provider.ts";

const right = model("right");

/** What the model costs, for `--budget-usd`. */
export const prices = { right: { inputPerMillionUsd: 1, outputPerMillionUsd: 1 } };

/** Each attempt takes one model call of 10 tokens. */
export default defineEnvironment({
  name: "priced",
  agent: functionAgent({
    model: {
      ...right,
      generate: async (request) => ({
        ...(await right.generate(request)),
        usage: { inputTokens: 8, outputTokens: 2, totalTokens: 10 },
      }),
    },
    async run(_input, context) {
      const { message, usage } = await context.model.generate({
        messages: [],
        signal: context.signal,
      });
      return { text: message.content, usage };
    },
  }),
  tasks: [{ input: "a", expected: "right" }],
  scorer: (run, expected) => run.output === expected,
});
