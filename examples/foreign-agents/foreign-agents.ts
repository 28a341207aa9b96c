// Runs agents of three other frameworks, each made anew for every attempt, on the same tasks.
import { type Agent, defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { aiSdkAgent } from "./ai-sdk/agent.ts";
import { forgetfulModel } from "./forgetful-model.ts";
import { langGraphAgent } from "./langgraph/agent.ts";
import { createNotepad } from "./notepad.ts";
import { openAIAgentsAgent } from "./openai-agents/agent.ts";

const tasks = [
  { id: "breakfast", input: "Note these: milk, bread, eggs.", expected: "3" },
  { id: "journey", input: "Note these: map, boots, tent, lamp, rope, tea.", expected: "6" },
];
const model = forgetfulModel();

/** What is made anew for each attempt: the agent, and whatever in it has a memory. */
const factories: Readonly<Record<string, () => Agent>> = {
  "ai-sdk": () => aiSdkAgent({ model, notepad: createNotepad() }),
  langgraph: () => langGraphAgent({ model, notepad: createNotepad() }),
  "openai-agents": () => openAIAgentsAgent({ model, notepad: createNotepad() }),
};

for (const [name, agent] of Object.entries(factories)) {
  const environment = defineEnvironment({
    name,
    agent,
    tasks,
    scorer: (run, expected) => run.output === expected,
  });
  console.log(String(await runRollouts(environment, { k: 8, concurrency: 4 })));
}
