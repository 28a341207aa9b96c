// The same work through the engine, with an agent that calls the model as the bare loop does. With
// `hasFile`, every attempt is also made safe in a result file; with `waitMs`, each answer takes so long.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { openResultFile } from "@rollouts/result-file";
import { runRollouts, streamRollouts } from "@rollouts/runner";
import { report } from "./report.mjs";
import { makeAsk, makeOutput, makeTasks } from "./work.mjs";

const { taskCount, k, concurrency, url, isStreamed, hasFile, waitMs } = JSON.parse(process.argv[2]);

const askNow = makeAsk(url);
const ask = waitMs === undefined ? askNow : (input) => setTimeout(waitMs, input).then(askNow);
const output = makeOutput();
const env = defineEnvironment({
  name: "bench",
  agent: functionAgent({ run: (input, { signal }) => ask(input, signal) }),
  tasks: makeTasks(taskCount),
  scorer: (run, expected) => run.output === expected,
});
const folder = hasFile ? mkdtempSync(join(tmpdir(), "rollouts-bench-")) : undefined;
const sink =
  folder && (await openResultFile(join(folder, "run.rollouts.jsonl"), { mode: "create" }));
const delay = monitorEventLoopDelay({ resolution: 1 });
const startedAt = performance.now();
let endedCount = 0;

/** Not the first tenth: compiling is not what is measured. */
function onEvent({ type }) {
  if (type === "attempt-end" && ++endedCount === Math.ceil((taskCount * k) / 10)) delay.enable();
}

function reportRun() {
  delay.disable();
  report({ wallMs: performance.now() - startedAt, longestBlockMs: delay.max / 1e6 });
}

const options = { k, concurrency, sink, onEvent };
if (isStreamed) {
  for await (const attempt of streamRollouts(env, options)) output.write(attempt);
  reportRun();
} else {
  const { taskResults } = await runRollouts(env, options);
  reportRun();
  for (const { attempts } of taskResults) for (const attempt of attempts) output.write(attempt);
}
output.flush();
if (folder !== undefined) rmSync(folder, { recursive: true });
