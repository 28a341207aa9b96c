// One run with a tool, as a row of every profile that takes tools.
import { readFile } from "node:fs/promises";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { profiles, toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const lookUp = tool({
  name: "look_up",
  description: "Finds an order",
  parameters: z.object({ id: z.string() }),
  execute: () => "shipped",
});
const env = defineEnvironment({
  name: "orders",
  agent: defineAgent({
    model: scriptedModel([
      { toolCalls: [{ id: "call00001", name: "look_up", arguments: { id: "A1" } }] },
      "It has shipped.",
    ]),
    tools: [lookUp],
  }),
  tasks: [{ input: "Where is A1?", expected: "shipped" }],
  scorer: (run, expected) => run.output.includes(expected),
});
const result = await runRollouts(env, { k: 1 });
for (const profile of Object.values(profiles).filter(({ tools }) => tools !== null)) {
  await toSftJsonl(result, `${profile.name}.jsonl`, { profile });
  console.log(`${profile.name}: ${(await readFile(`${profile.name}.jsonl`, "utf8")).trimEnd()}`);
}
