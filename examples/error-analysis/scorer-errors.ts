// A scorer that breaks at one task takes nothing from the others.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, type Task } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agent } from "./agent.ts";

const tasks: Task<number | undefined>[] = [
  { id: "hard-product", ...chains.a },
  { id: "nothing-expected", input: "Multiply 17 by 23." },
];
const environment = defineEnvironment({
  name: "scorer-errors",
  agent,
  tasks,
  scorer(run, expected) {
    if (expected === undefined) throw new Error("The task has no expected value.");
    return run.output.value === expected;
  },
});

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));

const [hard, broken] = result.taskResults;
for (const { attemptIndex, stopReason, error } of broken?.attempts ?? [])
  console.log(`nothing-expected/${attemptIndex} ${stopReason}, but ${error}`);

assert.equal(broken?.passedCount, 0);
for (const { unscored } of hard?.attempts ?? []) assert.notEqual(unscored?.cause, "scorer-error");
