// The floor of an export: the messages and tools of every attempt as JSON, each written to a stream.
// Nothing is selected, checked, hashed, read back or made safe on disk.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { makeSource } from "./export-source.mjs";
import { report } from "./report.mjs";

const { taskCount, k, path } = JSON.parse(process.argv[2]);

const source = makeSource(taskCount, k);
const startedAt = performance.now();
const file = createWriteStream(path);
for await (const { task } of source.tasks()) {
  for await (const { run } of source.attempts(task.id)) {
    const row = JSON.stringify({ messages: run.messages, tools: run.tools });
    if (!file.write(`${row}\n`)) await once(file, "drain");
  }
}
file.end();
await once(file, "close");
report({ wallMs: performance.now() - startedAt });
