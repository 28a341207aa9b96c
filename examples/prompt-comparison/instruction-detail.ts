// Two prompts are no two runs of one environment: a comparison has to be asked for in so many words.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { MismatchError } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { environmentWith, eTimesPhi, rootTwoTimesRootThree } from "./environment.ts";

const tasks = [eTimesPhi, rootTwoTimesRootThree];
const short = environmentWith("Calculate.", tasks);
const detailed = environmentWith(
  "Multiply row by row. Add the rows. Divide by long division. Before you answer, check each of these steps by doing it again.",
  tasks,
);

const options = { k: 4, model: chosenModel() };
const before = await runRollouts(short, options);
const after = await runRollouts(detailed, options);
console.log(String(before));
console.log(String(after));

try {
  after.diff(before);
  assert.fail("two prompts were compared as if they were one");
} catch (error) {
  if (!(error instanceof MismatchError)) throw error;
  console.log(`refused, because of: ${error.parts.join(", ")}`);
}

const { rows, verdict, agentChanged } = after.diff(before, { allow: ["agent"] });
for (const { id, delta } of rows) console.log(`${id}: ${delta}`);
console.log(`allowed: ${verdict}`);
assert.equal(agentChanged, true);
