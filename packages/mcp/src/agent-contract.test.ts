import { defineAgent } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { agentContract, scriptedModel } from "@rollouts/testing";
import { describe, it } from "vitest";
import { memoServer } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";

const agent = defineAgent({
  model: scriptedModel(() => "done"),
  tools: [mcpTools({ server: memoServer })],
});

describe("an agent with an MCP server that remembers keeps its attempts apart", () => {
  for (const { name, run } of agentContract({ agent, runRollouts })) it(name, run, 120_000);
});
