// The labels may also stand on attempts of a run: a plausible pass rate can rest on wrong verdicts.
import assert from "node:assert/strict";
import { runRollouts } from "@rollouts/runner";
import { calibrateResult } from "@rollouts/scorers";
import environment from "./environment.ts";
import { mentionsNumber } from "./scorers.ts";

const result = await runRollouts(environment, { k: 8 });
console.log(String(result));

// What a person says who read the eight answers: right are "42" and "forty-two".
const right = [false, true, false, true, true, false, true, false];
const gold = right.map((gold, attemptIndex) => ({ taskId: "product", attemptIndex, gold }));
const report = await calibrateResult(mentionsNumber, result, gold);

for (const { taskId, attemptIndex, scorerPassed } of report.disagreements) {
  const { run } = result.taskResults[0]?.attempts[attemptIndex ?? 0] ?? {};
  console.log(`${taskId}/${attemptIndex} ${scorerPassed ? "passed" : "failed"}: ${run?.text}`);
}
console.log(`agreement: ${report.agreement}`);
assert.deepEqual(report.warnings, []); // every label found its attempt
