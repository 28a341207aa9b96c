import assert from "node:assert/strict";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { vendorModel } from "./vendor-model.js";

const environment = defineEnvironment({
  name: "shouting",
  agent: defineAgent({ model: vendorModel }),
  tasks: [
    { id: "right", input: "hello", expected: "HELLO" },
    { id: "wrong", input: "hello", expected: "hello" },
  ],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(environment, { k: 4 });
assert.equal(result.summary().passRate, 0.5);
