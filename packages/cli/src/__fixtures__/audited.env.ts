import { defineEnvironment, functionAgent, type ResolvedTask } from "@rollouts/core";

/** What the audit cannot know: the agent answers in words. */
export const audit = {
  answer: ({ expected }: ResolvedTask<number>) => `${expected} days`,
  wrongAnswers: ({ expected }: ResolvedTask<number>) => [String(expected)],
};

/** Its expected values are no answers. */
export default defineEnvironment({
  name: "audited",
  agent: functionAgent({ run: () => "7 days" }),
  tasks: [
    { id: "week", input: "How many days has a week?", expected: 7 },
    { id: "leap", input: "How many days has a leap year?", expected: 366 },
  ],
  scorer: (run, expected) => run.output === `${expected} days`,
});
