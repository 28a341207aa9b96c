import {
  type Agent,
  type AgentFactory,
  checkAgent,
  describeEnvironment,
  describePolicy,
  describeThrown,
  type Environment,
  type FingerprintWithParts,
  InvalidArgumentError,
  type Isolation,
  type Model,
} from "@rollouts/core";
import { describeCauses } from "../failures/describe-causes.ts";
import type { Deadline } from "../time/deadline.ts";
import { readAgentMember } from "./read-agent-member.ts";
import {
  connectionsOf,
  refuseLiveConnections,
  refuseSameConnections,
} from "./shared-connections.ts";

/** What is known of a run before its first attempt. */
export interface Preparation {
  /** `null` when it cannot be told. */
  readonly environment: FingerprintWithParts | null;
  /** `null` when it cannot be told. */
  readonly policy: FingerprintWithParts | null;
  readonly isolation: Isolation;
}

export interface PrepareOptions {
  /** Takes the place of the agent's model. */
  readonly model: Model | undefined;
  /** What is not ready when it is released goes without. */
  readonly deadline: Deadline;
  readonly warn: (message: string) => void;
}

/**
 * Builds one agent, only to look at it, and takes both fingerprints.
 *
 * @throws InvalidArgumentError when the agent cannot be built, or cannot run isolated.
 */
export async function prepare<Output, Expected>(
  env: Environment<Output, Expected>,
  options: PrepareOptions,
): Promise<Preparation> {
  const isolation = {
    store: "fresh",
    tools: typeof env.agent === "function" ? "fresh" : "shared",
    process: "shared",
  } as const;
  let agent: Agent<Output>;
  try {
    agent = await buildFirstAgent(env, options.deadline);
  } catch (thrown) {
    if (options.deadline.fired() !== "cancelled") throw thrown;
    options.warn("No fingerprints: the run was aborted before its first agent was built.");
    return { environment: null, policy: null, isolation };
  }
  const ownModel = readAgentMember("model", () => agent.model);
  if (options.model !== undefined && ownModel === undefined) {
    throw new InvalidArgumentError({
      argument: "model",
      message:
        "model cannot replace the agent's model: this agent declares none and calls a client of its own.",
    });
  }
  const model = options.model ?? ownModel;
  // At once, so that an identity that never settles costs only the fingerprint that it is part of.
  const [environment, policy] = await Promise.all([
    orNull("environment", options, () => describeEnvironment(env, { agent, model })),
    orNull("policy", options, () => describePolicy(model ?? agent)),
  ]);
  return { environment, policy, isolation };
}

async function buildFirstAgent<Output, Expected>(
  { agent }: Environment<Output, Expected>,
  deadline: Deadline,
): Promise<Agent<Output>> {
  if (typeof agent !== "function") {
    refuseLiveConnections(agent);
    return agent;
  }
  const first = await buildAgent(agent, deadline);
  if (connectionsOf(first).length > 0) {
    refuseSameConnections(first, await buildAgent(agent, deadline));
  }
  return first;
}

async function buildAgent<Output>(
  factory: AgentFactory<Output>,
  deadline: Deadline,
): Promise<Agent<Output>> {
  const build = async () => {
    const agent = await factory();
    checkAgent(agent, "the product of the agent factory");
    return agent;
  };
  try {
    return await deadline.limit(build());
  } catch (thrown) {
    throw new InvalidArgumentError({
      argument: "agent",
      message: `The agent factory failed before the run started: ${describeThrown(thrown)}${describeCauses(thrown)}`,
      cause: thrown,
    });
  }
}

async function orNull(
  name: string,
  { deadline, warn }: PrepareOptions,
  describe: () => Promise<FingerprintWithParts>,
): Promise<FingerprintWithParts | null> {
  try {
    return await deadline.limit(describe());
  } catch (thrown) {
    warn(`No ${name} fingerprint, so this result matches no other: ${describeThrown(thrown)}`);
    return null;
  }
}
