// How attempts ended, and why some have no verdict: these are two questions.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, type Task, unscored } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agent } from "./agent.ts";

const tasks: Task<number | string>[] = [
  { id: "hard-product", ...chains.a },
  { id: "cannot-tell", input: "Multiply 17 by 23.", expected: "unscorable" },
];
const environment = defineEnvironment({
  name: "stop-reasons",
  agent,
  tasks,
  scorer: (run, expected) =>
    expected === "unscorable"
      ? unscored("Nobody knows the right answer.")
      : run.output.value === expected,
});

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));

const attempts = result.taskResults.flatMap(({ attempts }) => attempts);
const stopReasons = count(attempts.map(({ stopReason }) => stopReason));
const causes = count(attempts.flatMap(({ unscored }) => unscored?.cause ?? []));
console.log("stop reasons:    ", stopReasons);
console.log("without a verdict:", causes);

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const { scoredCount, unscoredCount, attemptCount } = result.summary();
assert.equal(sum(stopReasons), attemptCount);
assert.equal(sum(causes), unscoredCount);
assert.ok(scoredCount <= (stopReasons.completed ?? 0)); // only what is complete is scored

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, one) => total + one, 0);
}
