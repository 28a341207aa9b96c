// One small case as promptfoo, Evalite and Agno have it, written here.
// #region after
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { includes } from "@rollouts/scorers";
import { scriptedModel } from "@rollouts/testing";

// In earnest: openai("gpt-5.5") of @rollouts/provider-openai.
const model = scriptedModel(({ attempt }) => (attempt?.attemptIndex === 0 ? "Lyon" : "Paris."));

const env = defineEnvironment({
  name: "capitals",
  agent: defineAgent({ model, instructions: "Answer in one word." }),
  tasks: [{ id: "france", input: "The capital of France?", expected: "Paris" }],
  scorer: includes(),
});
console.log(String(await runRollouts(env, { k: 4 })));
// #endregion
