import { defineEnvironment, functionAgent } from "@rollouts/core";

function goElsewhere(): void {
  process.chdir(process.env.ELSEWHERE ?? "");
}

goElsewhere();

/** Loading it, running it and scoring it all go to another folder. One of two attempts passes. */
export default defineEnvironment({
  name: "wanders",
  agent: functionAgent({
    identity: "wanders",
    run(_input, { attemptIndex }) {
      goElsewhere();
      return String(attemptIndex);
    },
  }),
  tasks: [{ id: "a", input: "a", expected: "0" }],
  scorer: {
    version: "1",
    score(run, expected) {
      goElsewhere();
      return run.output === expected;
    },
  },
});
