// A model that says what it is told to, and remembers what it was asked.
import { defineAgent, runAgent, tool } from "@rollouts/agent";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const add = tool({
  name: "add",
  parameters: z.object({ a: z.number() }),
  execute: ({ a }) => a + 1,
});
// #region model
const model = scriptedModel([{ toolCalls: [{ name: "add", arguments: { a: 1 } }] }, "done"]);
// #endregion
const agent = defineAgent({ model, tools: [add] });
console.log((await runAgent(agent, "Add.")).text);

// #region after
model.assertUsedUp(); // throws when a reply was never asked for
console.log(model.calls[1]?.messages.at(-1)); // what the agent sent after the tool call
// #endregion
