import { defineAgent, runAgent, tool } from "@rollouts/agent";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const getOrderStatus = tool({
  name: "get_order_status",
  parameters: z.object({ orderId: z.string() }),
  execute: ({ orderId }) => ({ orderId, status: "shipped", carrier: "DHL" }),
});
const call = { name: "get_order_status", arguments: { orderId: "A-1001" } };
const model = scriptedModel([{ toolCalls: [call] }, '{"status":"shipped"}']);
const agent = defineAgent({
  model, // in earnest openai("gpt-5.5") of @rollouts/provider-openai
  instructions: "Look the order up. Never guess.",
  tools: [getOrderStatus],
  outputSchema: z.object({ status: z.enum(["processing", "shipped", "delayed"]) }),
});
const run = await runAgent(agent, "Where is order A-1001?");
console.log(run.output?.status, run.toolExecutions.length); // shipped 1
