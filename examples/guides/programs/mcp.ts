import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { mcpTools } from "@rollouts/mcp";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

function counterServer() {
  let total = 0; // one for every attempt
  const server = new McpServer({ name: "counter", version: "1.0.0" });
  server.registerTool("add", { inputSchema: { count: z.int() } }, ({ count }) => {
    total += count;
    return { content: [{ type: "text", text: String(total) }] };
  });
  return server;
}

// In earnest a model of @rollouts/provider-openai. This one calls the tool, and says what it is told.
const model = scriptedModel(({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === "tool") return last.content;
  return { toolCalls: [{ name: "add", arguments: { count: 5 } }] };
});
const env = defineEnvironment({
  name: "counter",
  agent: defineAgent({ model, tools: [mcpTools({ server: counterServer })] }),
  tasks: [{ id: "five", input: "Add 5.", expected: "5" }],
  scorer: (run, expected) => run.output === expected,
});
console.log(String(await runRollouts(env, { k: 4 }))); // five   ████   4/4   1.00
