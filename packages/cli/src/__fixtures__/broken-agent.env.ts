import { defineEnvironment, functionAgent } from "@rollouts/core";

const agent = functionAgent({
  run: (): string => {
    throw new RangeError("\u001b[31mno\nluck");
  },
});

/** Every attempt fails in the same way. */
export const environment = defineEnvironment({
  name: "broken-agent",
  agent,
  tasks: [{ input: "a" }],
  scorer: () => true,
});
