// Keeps the tasks that sometimes pass and sometimes fail, and writes their passing attempts to a
// training file. Every row is traced to its attempt in the .meta.json beside it.
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, concurrency: 4, model: chosenModel() });
const zone = result.learningZone();
const report = await toSftJsonl(zone, join(import.meta.dirname, "data", "async_export.jsonl"));

console.log(String(result));
console.log(`learning zone: ${zone.taskResults.map(({ task }) => task.id).join(", ") || "empty"}`);
console.log(`training rows written: ${report.written}`);
