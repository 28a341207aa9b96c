const { defineEnvironment, functionAgent } = require("@rollouts/core");

module.exports = defineEnvironment({
  name: "module-exports",
  agent: functionAgent({ run: () => "done" }),
  tasks: [{ input: "a" }],
  scorer: () => true,
});
