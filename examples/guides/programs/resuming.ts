// A run that is stopped half-way, and goes on from its file.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { openResultFile, readResultFile } from "@rollouts/result-file";
import { explainResume, runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  agent: functionAgent({
    identity: { version: 1 },
    run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41"),
  }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});

// #region run
const stop = new AbortController();
const first = await runRollouts(env, {
  k: 8,
  sink: await openResultFile("runs/sums.rollouts.jsonl", { mode: "create" }),
  signal: stop.signal,
  // Stands for Ctrl-C, a crash or a full disk.
  onEvent: ({ type }) => type === "attempt-end" && stop.abort(),
});
console.log(first.status, first.stoppedEarly, first.summary().attemptCount < 8); // stopped aborted true

const file = await readResultFile("runs/sums.rollouts.jsonl");
const plan = await explainResume(env, file, { k: 16 });
console.log(
  plan.keptCount + plan.runCount === 16,
  plan.steps.map(({ reason }) => reason),
);

const whole = await runRollouts(env, {
  k: 16, // the eight that were planned, and eight more
  sink: await openResultFile("runs/sums.rollouts.jsonl", { mode: "resume" }),
});
console.log(String(whole));
// #endregion
