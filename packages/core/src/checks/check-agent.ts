import type { Agent } from "../agent.ts";
import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { UnsupportedSpecVersionError } from "../errors/unsupported-spec-version-error.ts";
import { checkModel } from "./check-model.ts";
import { describeValue } from "./describe-value.ts";
import { isClass } from "./is-class.ts";

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
  const found = agent as Partial<Agent<unknown>> | null | undefined;
  if (typeof found !== "object" || found === null || typeof found.run !== "function") {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be an agent, or a function that makes one, got ${describeValue(agent)}. A function that answers tasks becomes an agent with functionAgent({ run }).`,
    });
  }
  if (found.specVersion !== "v1") {
    throw new UnsupportedSpecVersionError({
      plugin: `The agent given as ${argument}`,
      found: found.specVersion,
      supported: ["v1"],
    });
  }
  if (typeof found.identity !== "function") {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must have an identity() function, got ${describeValue(found.identity)}.`,
    });
  }
  if (found.model !== undefined) checkModel(found.model, `${argument}.model`);
}
