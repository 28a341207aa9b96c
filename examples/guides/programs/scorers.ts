import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { allOf, auditScorer, matches, numeric, renderScorerAudit } from "@rollouts/scorers";

const env = defineEnvironment({
  name: "calendar",
  tasks: [
    { id: "leap", input: "How many days has a leap year?", expected: 366 },
    { id: "week", input: "How many days has a week?", expected: 7 },
  ],
  agent: functionAgent({
    run: (input) => (String(input).includes("week") || Math.random() < 0.6 ? "7 days" : "366 days"),
  }),
  scorer: allOf([numeric(), matches(/days\.?$/)]),
});

const audit = await auditScorer(env.scorer, env, {
  answer: ({ expected }) => `${expected} days`,
  wrongAnswers: ({ expected }) => [`${expected}`],
});
console.log(renderScorerAudit(audit));
console.log(String(await runRollouts(env, { k: 8 })));
