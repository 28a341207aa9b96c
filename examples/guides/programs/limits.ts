// Limits and a budget for a run.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";

const env = defineEnvironment({
  name: "sums",
  agent: functionAgent({
    model: scriptedModel(() => ({
      text: "42",
      usage: { inputTokens: 9, outputTokens: 1, totalTokens: 10, costUsd: 0.0001 },
    })),
    run: async (input, { model, signal }) => {
      const messages = [{ role: "user", content: String(input) }] as const;
      const { message, usage } = await model.generate({ messages, signal });
      return { text: message.content, usage };
    },
  }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});

// #region limits
const result = await runRollouts(env, {
  k: 8,
  concurrency: 64,
  limits: {
    inFlight: 50,
    requestsPerMinute: 3000,
    tokensPerMinute: 400_000,
    modelTries: 3,
    providers: { "openai/team-a": { inFlight: 20 } },
    scorers: { inFlight: 4 },
  },
  budget: {
    maxTokens: 2_000_000,
    maxCostUsd: 5,
    prices: {
      "gpt-5.5": {
        inputPerMillionUsd: 1.25,
        cachedInputPerMillionUsd: 0.125,
        outputPerMillionUsd: 10,
      },
    },
  },
});
// #endregion
console.log(result.summary().usage.agent?.totalTokens);
