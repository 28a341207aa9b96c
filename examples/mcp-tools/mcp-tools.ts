// An agent that works with an MCP server of one's own. The server has a state, and every attempt a
// server: what one attempt takes from the shelf is there for all others.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { mcpTools } from "@rollouts/mcp";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

function shelfServer(): McpServer {
  const shelf = new Map([["bolts", 40]]);
  const server = new McpServer({ name: "shelf", version: "1.0.0" });
  const inputSchema = { part: z.string(), count: z.int().positive() };
  const description = "Takes parts from the shelf and says how many are left.";
  server.registerTool("take", { description, inputSchema }, ({ part, count }) => {
    const left = (shelf.get(part) ?? 0) - count;
    const isError = left < 0; // the model is told, and the execution recorded as failed
    if (!isError) shelf.set(part, left);
    const text = isError ? `there are not ${count} ${part}` : `${left} ${part} left`;
    return { content: [{ type: "text", text }], isError };
  });
  return server;
}

// Plays a model that takes the parts box by box, and in some attempts miscounts the boxes.
const model = scriptedModel(({ messages, attempt }) => {
  const [boxes = 0, size = 0] = String(messages[0]?.content).match(/\d+/g)?.map(Number) ?? [];
  const taken = messages.filter(({ role }) => role === "tool").length;
  const isSlip = boxes > 2 && (attempt?.seed ?? 0) % 3 === 0;
  if (taken < (isSlip ? boxes - 1 : boxes)) {
    return { toolCalls: [{ name: "shelf_take", arguments: { part: "bolts", count: size } }] };
  }
  return String(messages.at(-1)?.content);
});

const env = defineEnvironment({
  name: "mcp-tools",
  // A server elsewhere: mcpTools({ command: "npx", args: [...] }), or mcpTools({ url }).
  agent: defineAgent({ model, tools: [mcpTools({ server: shelfServer, prefix: "shelf_" })] }),
  tasks: [
    { id: "two-boxes", input: "Pack 2 boxes of 12 bolts.", expected: "16 bolts left" },
    { id: "five-boxes", input: "Pack 5 boxes of 6 bolts.", expected: "10 bolts left" },
    { id: "too-many", input: "Pack 1 box of 50 bolts.", expected: "Error: there are not 50 bolts" },
  ],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(env, { k: 6 });
console.log(String(result));
