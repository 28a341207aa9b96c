// The floor: the loop that one would write by hand. No isolation, no time limit, nothing checked.
import { report } from "./report.mjs";
import { makeAsk, makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url, isStreamed } = JSON.parse(process.argv[2]);

const tasks = makeTasks(taskCount);
const ask = makeAsk(url);
const output = makeOutput();
const kept = [];
const startedAt = performance.now();

let next = 0;
async function fillSlot() {
  while (next < taskCount * k) {
    const index = next++;
    const task = tasks[Math.floor(index / k)];
    const askedAt = performance.now();
    const { text, usage } = await ask(task.input);
    const record = {
      taskId: task.id,
      attemptIndex: index % k,
      messages: [
        { role: "user", content: task.input },
        { role: "assistant", content: text },
      ],
      text,
      usage,
      passed: text === task.expected,
      durationMs: performance.now() - askedAt,
    };
    if (isStreamed) output.write(record);
    else kept.push(record);
  }
}
await Promise.all(Array.from({ length: concurrency }, fillSlot));
report({ wallMs: performance.now() - startedAt });

for (const record of kept) output.write(record);
output.flush();
