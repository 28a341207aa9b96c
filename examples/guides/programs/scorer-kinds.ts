// Scorers of three kinds, each tried on answers whose verdict is known.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import {
  calibrate,
  calibrateResult,
  codeScorer,
  judgeScorer,
  numeric,
  toolCallScorer,
} from "@rollouts/scorers";
import { scriptedModel } from "@rollouts/testing";

// #region judge
const judge = scriptedModel(({ messages }) => {
  const verdict = String(messages[0]?.content).includes("sorry") ? "pass" : "fail";
  return JSON.stringify({ reason: "by keyword", verdict });
});
// #endregion
const apology = judgeScorer({ model: judge, criteria: "The reply apologises." });

// #region tool-calls
const calls = toolCallScorer({
  expected: ["find_order", "refund"],
  arguments: { refund: { orderId: "A-1003" } },
  forbidden: ["delete_order"],
});
// #endregion

// #region code
const closeness = codeScorer(
  (run: { readonly output: number }, expected: number) =>
    Math.max(0, 1 - Math.abs(run.output - expected) / Math.abs(expected)),
  { name: "closeness", version: "1", passThreshold: 0.9 },
);
// #endregion

const scorer = numeric();
const env = defineEnvironment({
  name: "calendar",
  tasks: [{ id: "leap", input: "How many days has a leap year?", expected: 366 }],
  agent: functionAgent({ run: () => "It has 366 days." }),
  scorer,
});
const result = await runRollouts(env, { k: 2 });

// #region calibrate
const report = await calibrate(scorer, [
  { output: "The answer is 42.", expected: 42, gold: true },
  { output: "It is not 42.", expected: 42, gold: false },
]);
const again = await calibrateResult(scorer, result, [
  { taskId: "leap", attemptIndex: 0, gold: true },
]);
console.log(report.agreement, report.falsePositiveRate, report.falseNegativeRate, report.kappa);
// #endregion
console.log(again.agreement);
for (const { name } of [apology, calls, closeness]) console.log(name);
