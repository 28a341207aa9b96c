// What one would write by hand with the `openai` client, its own fetch, and p-limit.
import OpenAI from "openai";
import pLimit from "p-limit";
import { report } from "./report.mjs";
import { makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url } = JSON.parse(process.argv[2]);

const client = new OpenAI({ apiKey: "sk-bench", baseURL: url });
const limit = pLimit(concurrency);
const output = makeOutput();
const startedAt = performance.now();

async function attempt(task, attemptIndex) {
  const askedAt = performance.now();
  const messages = [{ role: "user", content: task.input }];
  const { choices, usage } = await client.chat.completions.create({ model: "m", messages });
  const { message } = choices[0];
  return {
    taskId: task.id,
    attemptIndex,
    messages: [...messages, message],
    text: message.content,
    usage,
    passed: message.content === task.expected,
    durationMs: performance.now() - askedAt,
  };
}

const attempts = makeTasks(taskCount).flatMap((task) =>
  Array.from({ length: k }, (_, attemptIndex) => limit(() => attempt(task, attemptIndex))),
);
const records = await Promise.all(attempts);
report({ wallMs: performance.now() - startedAt });
for (const record of records) output.write(record);
output.flush();
