// How often an agent really makes the call that it was asked for, with the right argument.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));

const attempts = result.taskResults.flatMap(({ attempts }) => attempts);
for (const { attemptIndex, run, score } of attempts) {
  const calls = run?.toolExecutions.map(({ name, rawArguments }) => `${name}(${rawArguments})`);
  const verdict = score === null ? "no verdict" : (score.reason ?? "passed");
  console.log(`${attemptIndex}: ${calls?.join(", ") || "no call"}: ${verdict}`);
}
for (const { run } of attempts) assert.ok((run?.toolExecutions.length ?? 0) <= 1); // the limit
