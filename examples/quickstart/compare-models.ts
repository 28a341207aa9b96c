// Saves a result as the baseline, asks another model the same, and compares task by task.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment, loadTasks } from "@rollouts/core";
import { openai } from "@rollouts/provider-openai";
import { renderDiff } from "@rollouts/report";
import { loadResult, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import { queue, triageAgent, triageModel } from "./triage.ts";

const env = defineEnvironment({
  name: "compare-models",
  agent: triageAgent,
  tasks: await loadTasks(join(import.meta.dirname, "tasks", "support-triage.jsonl"), {
    expected: queue,
  }),
  scorer: (run, expected) => run.output.queue === expected,
});
const live = chosenModel();
const small = live ? openai("gpt-5-mini") : triageModel("small-triage", { hasty: 6 });
const path = join(import.meta.dirname, "data", "baseline.rollouts.jsonl");

const before = await runRollouts(env, { k: 8, model: live });
await saveResult(before, path);
console.log(String(before));

const after = await runRollouts(env, { k: 8, model: small });
console.log(String(after));

const baseline = await loadResult(path);
const diff = after.diff(baseline);
console.log(renderDiff(diff));

assert.deepEqual(baseline.summary(), before.summary());
assert.equal(diff.policyChanged, true);
for (const { delta, baseline: old, current } of diff.rows) {
  if (delta !== null) assert.equal(delta, (current.passRate ?? 0) - (old.passRate ?? 0));
}
