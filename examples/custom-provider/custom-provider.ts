// Runs an environment on the provider in vendor-model.ts. A server in this file plays the vendor.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { vendorModel } from "./vendor-model.ts";

const server = createServer(async (request, response) => {
  const { prompt } = (await json(request)) as { prompt: string };
  if (prompt.includes("busy")) return void response.writeHead(429).end("too many requests");
  response.end(JSON.stringify({ answer: prompt.toUpperCase(), read: prompt.length }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
const model = vendorModel(`http://127.0.0.1:${port}`, "shout-1");
const env = defineEnvironment({
  name: "custom-provider",
  agent: defineAgent({ model }),
  tasks: [
    { id: "greeting", input: "hello", expected: "USER: HELLO" },
    { id: "rush-hour", input: "busy?", expected: "USER: BUSY?" }, // no answer, so no verdict
  ],
  scorer: (run, expected) => run.output === expected,
});
// Once each: usually a busy vendor is asked again, a while later.
const result = await runRollouts(env, { k: 4, limits: { modelTries: 1 } });
console.log(`${result}\nusage:`, result.summary().usage.agent);
server.close();
