import { defineEnvironment, functionAgent } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf } from "../run.test-helper.ts";

const tasks = [{ input: "a" }];
const scorer = () => true;

/** A factory whose n-th product calls the n-th of these models; the last one from then on. */
function factoryOf(...modelIds: string[]) {
  let callCount = 0;
  return () => {
    const modelId = modelIds[Math.min(callCount++, modelIds.length - 1)] ?? "";
    const model = scriptedModel(() => modelId, { modelId });
    return functionAgent({ run: () => modelId, model, identity: {} });
  };
}

describe("I25 a factory whose product changes its model", () => {
  it("costs each such attempt, naming both sides, and no other", async () => {
    const agent = factoryOf("m-1", "m-1", "m-2", "m-1");
    const env = defineEnvironment({ name: "changes", tasks, agent, scorer });

    const result = await runRollouts(env, { k: 3, concurrency: 1 });

    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual([
      "completed",
      "error",
      "completed",
    ]);
    expect(attemptsOf(result)[1]?.error).toBe(
      "InvalidArgumentError: The agent factory made an agent with the model m-2, which is not the policy that the run was fingerprinted for. Let the factory make the same agent every time.",
    );
  });

  it("does not matter when the run brings its own model", async () => {
    const agent = factoryOf("m-1", "m-2");
    const env = defineEnvironment({ name: "overridden", tasks, agent, scorer });

    const result = await runRollouts(env, { k: 2, model: scriptedModel(() => "x") });

    expect(attemptsOf(result).every(({ stopReason }) => stopReason === "completed")).toBe(true);
  });

  it("is also seen by the identity of an agent without a model", async () => {
    let version = 0;
    const agent = () => functionAgent({ run: () => "x", identity: { version: version++ } });
    const env = defineEnvironment({ name: "versions", tasks, agent, scorer });

    const result = await runRollouts(env, { k: 1 });

    expect(attemptsOf(result)[0]?.error).toContain("an agent with another identity");
  });
});
