import { type Agent, InvalidArgumentError, invalidArgument } from "@rollouts/core";
import { readAgentMember } from "./read-agent-member.ts";

/**
 * The live connections that an agent holds.
 *
 * @throws InvalidArgumentError when it does not give a list of them.
 */
export function connectionsOf(agent: Agent<unknown>): readonly object[] {
  const held: unknown = readAgentMember("connections()", () => agent.connections?.() ?? []);
  if (!Array.isArray(held)) throw invalidArgument("agent.connections()", "a list of objects", held);
  return held;
}

/**
 * Refuses an agent that holds connections and would serve all attempts.
 *
 * @throws InvalidArgumentError
 */
export function refuseLiveConnections(agent: Agent<unknown>): void {
  const count = connectionsOf(agent).length;
  if (count === 0) return;
  throw new InvalidArgumentError({
    argument: "agent",
    message: `The agent holds ${count} live connection(s), which all attempts would share. Pass a factory that makes a fresh agent: agent: () => defineAgent({ ... }).`,
  });
}

/**
 * Refuses a factory whose products hold one and the same connection.
 *
 * @throws InvalidArgumentError
 */
export function refuseSameConnections(first: Agent<unknown>, second: Agent<unknown>): void {
  const known = new Set(connectionsOf(first));
  if (!connectionsOf(second).some((connection) => known.has(connection))) return;
  throw new InvalidArgumentError({
    argument: "agent",
    message:
      "The agent factory gave two agents that hold the same live connection, which all attempts would share. Open the connection inside the factory.",
  });
}
