// A judge gives points by a rubric for rewritten drafts; 9 of 10 are needed to pass.
import assert from "node:assert/strict";
import { chosenModel, draftRewriter, factJudge } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import { judgeScorer } from "@rollouts/scorers";

const env = defineEnvironment({
  name: "judge-rubric",
  agent: defineAgent({
    model: draftRewriter,
    instructions:
      "Rewrite the draft for the customer: polite, every amount, date and order kept, under 40 words.",
  }),
  tasks: [
    {
      id: "hostile-draft",
      input:
        "Stop shouting at us. We have your complaint about order A-1001. The refund of $42.50 takes 5-7 days.",
    },
    {
      id: "shrug-draft",
      input: "Order A-1003 is lost. Not our fault, whatever. We send back $180 or ship it again.",
    },
    {
      id: "bad-news-draft",
      input:
        "You should have written earlier. On 2026-07-12 we lost A-1042 of 2026-06-28. By 2026-07-14 you get $42.50 and $18.90 for shipping. A-1043 comes without its case, so $15.75 more.",
    },
  ],
  scorer: judgeScorer({
    model: chosenModel() ?? factJudge,
    mode: "numeric",
    threshold: 9,
    criteria: `10: polite, apologises, under 40 words, and has every amount, date and order number.
8: all of that, but longer, or stiff.
6: one fact is missing, or one sentence is unfriendly.
4: several facts are missing.
1: rude, or about something else.`,
  }),
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
console.log(renderReport(result));

for (const { score } of result.taskResults.flatMap(({ attempts }) => attempts)) {
  if (score) assert.equal(score.passed, Math.round(9 * score.value) + 1 >= 9);
}
