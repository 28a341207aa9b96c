import { type Agent, checkAgent, describeThrown, type Environment } from "@rollouts/core";
import { UsageError } from "../process/usage-error.ts";

/** The agent of an environment, to look at. @throws UsageError when its factory fails. */
export async function buildAgent({ agent: input }: Environment): Promise<Agent<unknown>> {
  if (typeof input !== "function") return input;
  try {
    const agent = await input();
    checkAgent(agent, "the product of the agent factory");
    return agent;
  } catch (thrown) {
    throw new UsageError(`The agent factory failed: ${describeThrown(thrown)}`, thrown);
  }
}
