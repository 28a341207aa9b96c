// A model gives 1 to 10 points by a rubric; 9 are needed to pass. The value is (points - 1) / 9.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineEnvironment, formatNumber, type JsonObject } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { judgeScorer } from "@rollouts/scorers";
import environment, { judge } from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "numeric-rubric",
  scorer: judgeScorer({
    model: judge,
    mode: "numeric",
    threshold: 9,
    criteria: `10: polite, apologises, and keeps every amount, date and order number of the draft.
8: all of that, but stiff or wordy.
6: one fact is missing, or one sentence is unfriendly.
4: several facts are missing.
1: rude, or about something else.`,
  }),
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { task, attempts, meanValue } of result.taskResults) {
  const points = attempts.map(({ score }) => (score ? 9 * score.value + 1 : Number.NaN));
  const shown = points.map((value) => formatNumber(value, 0)).join(", ");
  console.log(`${task.id}: ${shown} points, mean value ${formatNumber(meanValue ?? NaN, 2)}`);
  for (const [index, { score }] of attempts.entries())
    if (score) assert.equal(score.passed, Math.round(points[index] ?? 0) >= 9);
}
// The zone goes by passes and fails: values that differ on one side of 9 are no zone.
console.log(
  "learning zone:",
  result.learningZone().taskResults.map(({ task }) => task.id),
);

// What the judge was asked is kept with its score. A refusal fails without being judged.
const detail = result.taskResults[0]?.attempts.find(({ score }) => score?.detail)?.score?.detail;
if (detail) assert.match(String((detail as JsonObject).prompt), /one sentence is unfriendly/);
