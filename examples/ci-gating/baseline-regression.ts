// Holds a run against a saved one, task by task: no task may fall too far, and none may be missing.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel, recurrenceModel, twoEfforts } from "@examples/models";
import { renderDiff } from "@rollouts/report";
import { loadResult, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";
import { conclude, readFlags } from "./flags.ts";

const { enforce, share } = readFlags("maximum-drop", 0.25);
const { low, high } = twoEfforts({
  low: recurrenceModel({ modelId: "hasty", slipRate: 0.08 }),
  high: recurrenceModel({ modelId: "careful", slipRate: 0.01 }),
});
const path = join(import.meta.dirname, "data", "baseline.rollouts.jsonl");
await saveResult(await runRollouts(environment, { k: 4, concurrency: 4, model: high }), path);

const baseline = await loadResult(path);
const candidate = await runRollouts(environment, { k: 4, concurrency: 4, model: low });
console.log(String(baseline));
console.log(String(candidate));

const diff = candidate.diff(baseline);
console.log(renderDiff(diff));
const faults = [
  ...diff.rows.flatMap(({ id, delta }) =>
    delta === null || delta < -share ? `${id}: ${delta ?? "not measured"}` : [],
  ),
  ...[...diff.unmatchedBaseline, ...diff.unmatchedCurrent].map((id) => `${id}: on one side only`),
  ...[baseline, candidate].flatMap((result) => {
    const { unscoredCount } = result.summary();
    return unscoredCount > 0 ? `${unscoredCount} attempts without a verdict` : [];
  }),
];
for (const fault of faults) console.log(`  ${fault}`);
conclude(faults.length === 0, enforce);

assert.equal(diff.rows.length, environment.tasks.length);
if (chosenModel() === undefined) assert.deepEqual(diff.regressed, ["eight-rounds", "nine-rounds"]);
