import {
  type Agent,
  checkModel,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
  type Schema,
} from "@rollouts/core";
import type { AgentDefinition } from "./agent-definition.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { isToolSource } from "./check-tool.ts";
import { identify } from "./identity.ts";
import { isolationActions } from "./isolation-actions.ts";
import { planAgent } from "./plan-agent.ts";

/**
 * Defines an agent: a model with instructions, tools and an output schema, in a tool-calling loop.
 *
 * The agent is immutable and keeps nothing between runs, so many attempts may share it. Its answer
 * is a value of `outputSchema`, or text when there is none. A run ends as `truncated` when the
 * answer was cut, as `paused` when a tool call needs approval, else as `completed`.
 *
 * @throws InvalidArgumentError for anything that could not run, naming the option;
 * UnsupportedSpecVersionError for a model or tool source of another contract.
 */
export function defineAgent<Output>(
  definition: AgentDefinition<Output> & { readonly outputSchema: Schema<Output> },
): Agent<Output>;
export function defineAgent(
  definition: AgentDefinition<string> & { readonly outputSchema?: undefined },
): Agent<string>;
export function defineAgent(definition: AgentDefinition<unknown>): Agent<unknown> {
  if (!isPlainObject(definition)) throw invalidArgument("defineAgent", "an object", definition);
  refuseUnknownKeys(definition, Object.keys(isolationActions), "defineAgent");
  const { model } = definition;
  checkModel(model, "model");
  const plan = planAgent(definition);
  return Object.freeze<Agent<unknown>>({
    specVersion: "v1",
    model,
    identity: () => identify(plan),
    connections: () =>
      plan.tools.filter(isToolSource).flatMap((source) => source.connections?.() ?? []),
    run: (input, context) => runAgentLoop(plan, input, context),
  });
}
