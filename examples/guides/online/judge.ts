import { defineEnvironment, functionAgent } from "@rollouts/core";
import { openai } from "@rollouts/provider-openai";
import { runRollouts } from "@rollouts/runner";
import { judgeScorer } from "@rollouts/scorers";

const env = defineEnvironment({
  name: "apologies",
  tasks: [
    {
      input: "My parcel A-1003 is two weeks late.",
      expected: "Apologises, and says what happens next.",
    },
  ],
  agent: functionAgent({ run: () => "We are sorry. A new parcel leaves today." }),
  scorer: judgeScorer({
    model: openai("gpt-5.5", { reasoningEffort: "low" }),
    criteria: "The reply apologises, says what happens next, and has fewer than 40 words.",
  }),
});

console.log(String(await runRollouts(env, { k: 4 })));
