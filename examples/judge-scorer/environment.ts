import { chosenModel, draftRewriter, factJudge } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { judgeScorer } from "@rollouts/scorers";

/** The judge is a visible choice: the model that is asked for, or the offline one. */
export const judge = chosenModel() ?? factJudge;

/** Drafts of a support team that are rewritten. No code can tell whether a text is polite. */
export default defineEnvironment({
  name: "judge-scorer",
  agent: defineAgent({
    model: draftRewriter,
    instructions:
      "Rewrite the draft politely for the customer. Keep every amount, date and order. Answer with the new text alone.",
  }),
  tasks: [
    {
      id: "refund-delay",
      input:
        "You keep asking. Banks are slow. We sent the refund of $42.50 for order A-1001 on 2026-07-14.",
    },
    {
      id: "lost-edits",
      input:
        "Save your work next time. The outage of 2026-07-14 lost your edits. We have restored the backup of 2026-07-12. You get a 20% credit.",
    },
  ],
  scorer: judgeScorer({
    model: judge,
    criteria:
      "The reply is polite, apologises, and keeps every amount, date and order number of the draft. It blames nobody.",
  }),
});
