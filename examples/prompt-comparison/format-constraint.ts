// Another form of answer is another prompt as well: here the answer also has to hold its reasoning.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { z } from "zod";
import { environmentWith, eTimesPhi, rootFiveTimesRootSix, terse } from "./environment.ts";
import { offlineModel } from "./offline-model.ts";

const tasks = [eTimesPhi, rootFiveTimesRootSix];
const concise = environmentWith(terse, tasks);
const auditable = defineEnvironment({
  name: concise.name,
  agent: defineAgent({
    model: offlineModel,
    instructions: "Write your reasoning down, so that it can be followed, and then the integer.",
    outputSchema: z.object({ reasoning: z.string(), value: z.int() }),
  }),
  tasks,
  scorer: (run, expected) => run.output.value === expected,
});

const options = { k: 4, model: chosenModel() };
const before = await runRollouts(concise, options);
const after = await runRollouts(auditable, options);
console.log(String(before));
console.log(String(after));

const [attempt] = after.taskResults[0]?.attempts ?? [];
console.log(`reasoning of the first answer: ${attempt?.run?.output?.reasoning}`);

assert.notEqual(before.envFingerprint, after.envFingerprint);
for (const { attempts } of after.taskResults)
  for (const { run, score } of attempts)
    if (score?.passed) assert.equal(typeof run?.output?.reasoning, "string");
