// Measures a scorer before its verdicts are trusted: a pass rate is only as good as what says "passed".
import assert from "node:assert/strict";
import { formatNumber } from "@rollouts/core";
import { calibrate } from "@rollouts/scorers";
import { mentionsNumber, statesNumber } from "./scorers.ts";
import { traces } from "./traces.ts";

const lenient = await calibrate(mentionsNumber, traces);
const strict = await calibrate(statesNumber, traces);

for (const report of [lenient, strict]) {
  console.log(report.scorer);
  for (const rate of ["agreement", "falsePositiveRate", "falseNegativeRate"] as const)
    console.log(`  ${rate}: ${formatNumber(report[rate] ?? Number.NaN, 2)}`);
  for (const { index, scorerPassed } of report.disagreements)
    console.log(`  ${scorerPassed ? "passes" : "fails"} ${index}: ${traces[index]?.output}`);
}

// Training on a false positive teaches the mistake; a false negative only costs an attempt.
assert.ok((lenient.falsePositiveRate ?? 0) > 0);
assert.equal(strict.falsePositiveRate, 0);
