import { defineAgent } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { agentContract, scriptedModel } from "@rollouts/testing";
import { describe, it } from "vitest";

const agent = defineAgent({ model: scriptedModel([]), instructions: "Be brief." });

describe("agent contract", () => {
  for (const { name, run } of agentContract({ agent, runRollouts })) it(name, run);
});
