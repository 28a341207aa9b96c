import assert = require("node:assert/strict");
import agent = require("@rollouts/agent");
import core = require("@rollouts/core");
import runner = require("@rollouts/runner");
import vendor = require("./vendor-model.js");

const environment = core.defineEnvironment({
  name: "shouting",
  agent: agent.defineAgent({ model: vendor.vendorModel }),
  tasks: [{ id: "right", input: "hello", expected: "HELLO" }],
  scorer: (run, expected) => run.output === expected,
});
runner.runRollouts(environment, { k: 4 }).then((result) => {
  assert.equal(result.summary().passRate, 1);
});
