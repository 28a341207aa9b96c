// A run of a few tasks can be compared with one of all: the rest is named, and no number is about it.
import assert from "node:assert/strict";
import { twoEfforts } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { renderDiff } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, piTimesE } from "./environment.ts";

const productA = { ...eTimesPhi, id: "product-a" };
const productB = { ...piTimesE, id: "product-b" };
const both = defineEnvironment({ ...environment, tasks: [productA, productB] });

const { low, high } = twoEfforts();
const baseline = await runRollouts(both, { k: 4, model: low });
const current = await runRollouts(both, { k: 4, model: high, tasks: [productA] });
console.log(String(baseline));
console.log(String(current));

const diff = current.diff(baseline);
console.log(renderDiff(diff));

assert.equal(current.envFingerprint, baseline.envFingerprint); // the environment is the same
assert.deepEqual(diff.unmatchedBaseline, ["product-b"]);
assert.deepEqual(diff.unmatchedCurrent, []);
assert.deepEqual(
  diff.rows.map(({ id }) => id),
  ["product-a"],
);
