import { defineAgent, tool } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { agentContract, slipCalculator } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import environment from "./environment.ts";

/** The suite offers a model of its own; this one only makes the agent complete. */
const model = slipCalculator();

const remembering = defineAgent({
  model,
  instructions: "Answer briefly.",
  memory: { tool: true },
  sessionSummaries: true,
  history: { runs: 3 },
  sessionState: { visits: 0 },
});

const withTools = () => {
  const seen: string[] = [];
  const note = tool({
    name: "note",
    description: "Notes a text and gives all notes back.",
    parameters: z.object({ text: z.string() }),
    execute({ text }) {
      seen.push(text);
      return seen.join(", ");
    },
  });
  return defineAgent({ model, tools: [note] });
};

describe.each([
  ["the agent of the example", environment.agent],
  ["an agent that remembers", remembering],
  ["a factory whose tools keep state", withTools],
])("%s keeps the contract", (_, agent) => {
  for (const { name, run } of agentContract({ agent, runRollouts })) it(name, run, 60_000);
});

it("leak canary: names the channel when attempts share a tool that keeps state", async () => {
  const shared = withTools();
  const canary = agentContract({ agent: shared }).find(({ name }) => name.includes("in sequence"));
  await expect(canary?.run()).rejects.toThrow("through tool state");
});
