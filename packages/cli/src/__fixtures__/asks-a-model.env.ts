import { defineEnvironment, functionAgent } from "@rollouts/core";
import { model } from "./provider.ts";

/** Passes when the model that answers is called "right". */
export default defineEnvironment({
  name: "asks-a-model",
  agent: functionAgent({
    model: model("wrong"),
    async run(_input, context) {
      const { message } = await context.model.generate({ messages: [], signal: context.signal });
      return { text: message.content };
    },
  }),
  tasks: [{ input: "a", expected: "right" }],
  scorer: (run, expected) => run.output === expected,
});
