// Compares two settings of a model over the same tasks, and asks what the comparison is worth.
import {
  defineEnvironment,
  expectedStandardError,
  functionAgent,
  holmAdjust,
  mcnemarExact,
  meanPassAtK,
  meanPassHatK,
  splitVariance,
} from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";

const env = defineEnvironment({
  name: "products",
  agent: functionAgent({
    model: slipCalculator({ slipRate: 0.01 }),
    run: async (input, { model, signal }) => {
      const messages = [{ role: "user", content: String(input) }] as const;
      return { text: (await model.generate({ messages, signal })).message.content };
    },
  }),
  tasks: [
    { id: "two-digits", input: "Multiply 17 by 23.", expected: "391" },
    { id: "five-digits", input: "Multiply 27182 by 16180.", expected: "439804760" },
    { id: "eight-digits", input: "Multiply 27182818 by 16180339.", expected: "439827210215302" },
  ],
  scorer: (run, expected) => run.output === expected,
});
const baseline = await runRollouts(env, { k: 8 });
const current = await runRollouts(env, { k: 8, model: slipCalculator({ slipRate: 0.001 }) });

// #region diff
const diff = current.diff(baseline, { minEffect: 0.05 }); // smaller differences do not count
console.log(diff.verdict, diff.difference?.mean, [diff.difference?.low, diff.difference?.high]);
for (const { id, delta, status } of diff.rows) console.log(id, delta, status);
// #endregion

// #region pass-at-k
const { taskResults } = current;
console.log(meanPassAtK(taskResults, 4), meanPassHatK(taskResults, 4)); // { value, taskCount } each
// #endregion

// #region precision
const values = taskResults.map(({ attempts }) =>
  attempts.flatMap(({ score }) => (score === null ? [] : [score.value])),
);
const split = splitVariance(values);
if (split !== null) {
  console.log("now", split.se);
  console.log("K = 32", expectedStandardError(split, { taskCount: 3, k: 32 }));
  console.log("12 tasks", expectedStandardError(split, { taskCount: 12, k: 8 }));
}
// #endregion

// #region holm
// Three comparisons, each by its sign test: how many tasks rose, and how many fell.
const pValues = [mcnemarExact(10, 2), mcnemarExact(6, 0), mcnemarExact(3, 1)].map((p) => p ?? 1);
console.log(holmAdjust(pValues)); // what stays at 0.05 or below is still seen
// #endregion
