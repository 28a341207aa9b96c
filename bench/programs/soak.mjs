// Many calls on one signal, with the heap looked at after garbage collections, then all at once.
import { getEventListeners } from "node:events";
import { createOpenAI } from "@rollouts/provider-openai";
import { report } from "./report.mjs";

const { callCount, concurrency, roundCount, url } = JSON.parse(process.argv[2]);

const provider = createOpenAI({ apiKey: "sk-bench", baseURL: url, api: "chat" });
const model = provider("m");
const { signal } = new AbortController();
const messages = [{ role: "user", content: "q" }];
let failedCount = 0;
let firstFailure;

async function callMany(count) {
  let left = count;
  const fillSlot = async () => {
    while (left-- > 0) {
      try {
        await model.generate({ messages, signal });
      } catch (error) {
        failedCount += 1;
        firstFailure ??= String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, fillSlot));
}

function heapMiB() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function askServer() {
  const response = await fetch(new URL("/", url));
  return await response.json();
}

const startedAt = performance.now();
const heaps = [];
for (let round = 0; round < roundCount; round++) {
  await callMany(callCount / roundCount);
  heaps.push(heapMiB());
}
const wallMs = performance.now() - startedAt;
const listenerCount = getEventListeners(signal, "abort").length;
const { opened } = await askServer();
await provider.close();
await new Promise((resolve) => setTimeout(resolve, 500));
const { open } = await askServer();
report({ heaps, wallMs, listenerCount, opened, open, failedCount, firstFailure });
