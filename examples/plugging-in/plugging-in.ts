// Two agents on the same tasks: one of one's own, and one with a tool source of one's own.
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment, type JsonObject } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { carefulAgent } from "./agent.ts";
import { startCollector } from "./collector.ts";
import { sameItems } from "./scorer.ts";
import { collectorSink } from "./sink.ts";
import { scratchFolder } from "./tool-source.ts";

// Plays a model that picks the even numbers, and now and then overlooks the last one. With tools it
// writes them down, and answers with what it reads.
const model = scriptedModel(({ messages, tools, attempt }) => {
  const { turn = 0, seed = 0 } = attempt ?? {};
  if (tools && turn === 1) return callTool("read_file", { name: "even" });
  if (tools && turn === 2) return String(messages.at(-1)?.content);
  const asked = messages.map(({ content }) => String(content)).find((text) => /\d/.test(text));
  const even = asked?.match(/\d+/g)?.filter((digits) => Number(digits) % 2 === 0) ?? [];
  const text = ((seed + turn) % 4 === 0 ? even.slice(0, -1) : even).join(", ");
  return tools ? callTool("write_file", { name: "even", text }) : text;
});
const callTool = (name: string, args: JsonObject) => ({ toolCalls: [{ name, arguments: args }] });

const agents = {
  careful: carefulAgent(model),
  "with-notes": defineAgent({ model, tools: [scratchFolder()] }),
};
const collector = await startCollector();
for (const [name, agent] of Object.entries(agents)) {
  const tasks = [
    { id: "few", input: "Which of 3, 8, 12 and 5 are even?", expected: ["8", "12"] },
    {
      id: "many",
      input: "Which of 2, 4, 7, 6, 9 and 10 are even?",
      expected: ["2", "4", "6", "10"],
    },
  ];
  const env = defineEnvironment({ name, agent, tasks, scorer: sameItems() });
  const result = await runRollouts(env, { k: 6, sink: collectorSink(collector.url(name)) });
  console.log(`${result}\nrecords posted: ${collector.records(name).length}\n`);
}
collector.stop();
