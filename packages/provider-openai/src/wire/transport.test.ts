import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type FaultServer, startFaultServer } from "@rollouts/testing";
import { afterEach, expect, test } from "vitest";
import { createOpenAI } from "../create-openai.ts";
import { json, startLoopback } from "../loopback.test-helper.ts";
import { requestOf, user } from "../requests.test-helper.ts";

const response = {
  status: "completed",
  output: [{ type: "message", content: [{ type: "output_text", text: "42" }] }],
};
const body = `data: ${JSON.stringify({ type: "response.completed", response })}\n\n`;

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function start() {
  server = await startFaultServer([{ head: {} }, { body }, "end"]);
  const provider = createOpenAI({ apiKey: "sk-test", baseURL: server.baseURL });
  const model = provider("m");
  return { server, provider, call: () => model.generate(requestOf([user])) };
}

test("calls one after another share a connection, and models of a provider share it", async () => {
  const { server, provider, call } = await start();
  for (let count = 0; count < 5; count++) await call();
  await provider("another").generate(requestOf([user]));
  expect(server.requests).toHaveLength(6);
  expect(server.connectionCount()).toBe(1);
  await provider.close();
});

test("there are never more connections than calls under way", async () => {
  const { server, provider, call } = await start();
  const worker = async () => {
    for (let count = 0; count < 20; count++) await call();
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(server.requests).toHaveLength(200);
  expect(server.connectionCount()).toBeLessThanOrEqual(10);
  await provider.close();
});

test("close waits for the calls under way and closes every connection; a later call opens one again", async () => {
  const { server, provider, call } = await start();
  const calls = [call(), call(), call()];
  await Promise.all(calls);
  await provider.close();
  await server.hungUp();
  expect((await call()).message.content).toBe("42");
  await provider[Symbol.asyncDispose]();
  await server.hungUp();
});

test.each(["::1", "127.0.0.1", "localhost"])("a server at %s is reached", async (host) => {
  const loopback = await startLoopback(json(response), host);
  const provider = createOpenAI({ apiKey: "sk-test", baseURL: loopback.url });
  const { message } = await provider("m").generate(requestOf([user]));
  expect(message.content).toBe("42");
  await provider.close();
  await loopback.close();
});

test("close on a provider that never called is fine", async () => {
  await expect(createOpenAI({ apiKey: "sk-test" }).close()).resolves.toBeUndefined();
});

const program = `
  import { createOpenAI } from "@rollouts/provider-openai";
  const model = createOpenAI({ apiKey: "sk-test", baseURL: process.argv[1] })("m");
  const messages = [{ role: "user", content: "q" }];
  const { message } = await model.generate({ messages, signal: new AbortController().signal });
  const stopped = new AbortController();
  const call = model.generate({ messages, signal: stopped.signal });
  stopped.abort("enough");
  const reason = await call.catch((thrown) => thrown);
  const start = performance.now();
  process.on("exit", () => console.log(JSON.stringify([message.content, reason, performance.now() - start])));
`;

test("a program ends by itself: neither idle connections nor stopped calls keep it alive", {
  timeout: 60_000,
}, async () => {
  const { server } = await start();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program, server.baseURL],
    // Here the name of the package is that of the built one.
    { cwd: fileURLToPath(new URL("../..", import.meta.url)) },
  );
  const [content, reason, lingerMs] = JSON.parse(stdout);
  expect([content, reason]).toEqual(["42", "enough"]);
  expect(lingerMs).toBeLessThan(2000);
});
