import type { Agent } from "../agent.ts";
import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeThrown } from "../errors/thrown.ts";
import { checkModel } from "./check-model.ts";
import { describeValue } from "./describe-value.ts";
import { isClass } from "./is-class.ts";
import { requireSpecVersion } from "./require-spec-version.ts";

/** Refuses what is neither an agent nor a function that makes one. */
export function checkAgentInput(agent: unknown): void {
  if (typeof agent === "function" && !isClass(agent)) return;
  checkAgent(agent, "agent");
}

/**
 * Refuses what is no agent, such as the product of a factory.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError for an agent of another contract.
 */
export function checkAgent(agent: unknown, argument: string): asserts agent is Agent<unknown> {
  const found = readMembers(agent, argument);
  if (typeof found?.run !== "function") {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be an agent, or a function that makes one, got ${describeValue(agent)}. A function that answers tasks becomes an agent with functionAgent({ run }).`,
    });
  }
  requireSpecVersion(found.specVersion, `The agent given as ${argument}`);
  if (typeof found.identity !== "function") {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must have an identity() function, got ${describeValue(found.identity)}.`,
    });
  }
  if (found.model !== undefined) checkModel(found.model, `${argument}.model`);
}

/** They are code of a plug-in, which may throw anything; `null` for what has none. */
function readMembers(agent: unknown, argument: string): Partial<Agent<unknown>> | null {
  if (typeof agent !== "object" || agent === null) return null;
  try {
    const { run, specVersion, identity, model }: Partial<Agent<unknown>> = agent;
    return { run, specVersion, identity, model } as Partial<Agent<unknown>>;
  } catch (thrown) {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} cannot be read as an agent: ${describeThrown(thrown)}`,
      cause: thrown,
    });
  }
}
