// Model calls alone, without the engine, over `@rollouts/provider-openai`.
import { createOpenAI } from "@rollouts/provider-openai";
import { report } from "./report.mjs";
import { makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url } = JSON.parse(process.argv[2]);

const model = createOpenAI({ apiKey: "sk-bench", baseURL: url, api: "chat" })("m");
const { signal } = new AbortController();
const tasks = makeTasks(taskCount);
const output = makeOutput();
const startedAt = performance.now();

let next = 0;
async function fillSlot() {
  while (next < taskCount * k) {
    const task = tasks[Math.floor(next++ / k)];
    output.write(
      await model.generate({ messages: [{ role: "user", content: task.input }], signal }),
    );
  }
}
await Promise.all(Array.from({ length: concurrency }, fillSlot));
report({ wallMs: performance.now() - startedAt });
output.flush();
