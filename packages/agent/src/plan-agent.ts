import { invalidArgument, type Model, type Schema } from "@rollouts/core";
import type { AgentDefinition } from "./agent-definition.ts";
import type { AgentPlan, PlannedOutput } from "./agent-plan.ts";
import { fallbackFeature, planFallbackModels } from "./features/fallback-models.ts";
import type { Feature } from "./features/feature.ts";
import { planHistory } from "./features/history.ts";
import { planMemory, readMemoryOptions } from "./features/memory.ts";
import { planKnowledge } from "./features/plan-knowledge.ts";
import { planSaveResponse } from "./features/save-response.ts";
import {
  planSecondaryModels,
  type SecondaryModels,
  secondaryFeature,
} from "./features/secondary-models.ts";
import { planSessionState } from "./features/session-state.ts";
import { planSessionSummaries } from "./features/session-summaries.ts";
import { planHooks } from "./hooks.ts";
import { toJsonSchema } from "./json-schema.ts";
import { planToolChoice, planTools } from "./plan-tools.ts";

const defaultToolCallLimit = 50;

/** Checks a definition and fills in its defaults. */
export function planAgent(definition: AgentDefinition<unknown>): AgentPlan {
  const { name, instructions = "", toolCallLimit = defaultToolCallLimit } = definition;
  if (name !== undefined && typeof name !== "string") {
    throw invalidArgument("name", "a string", name);
  }
  if (typeof instructions !== "string") {
    throw invalidArgument("instructions", "a string", instructions);
  }
  if (!Number.isSafeInteger(toolCallLimit) || toolCallLimit < 0) {
    throw invalidArgument("toolCallLimit", "an integer from 0", toolCallLimit);
  }
  const toolsPath = name === undefined ? "tools" : `${name}.tools`;
  const { outputSchema } = definition;
  const output = outputSchema === undefined ? undefined : planOutput(outputSchema);
  const secondaryModels = planSecondaryModels(definition.secondaryModels, {
    memory: readMemoryOptions(definition.memory)?.capture === true,
    summary: definition.sessionSummaries === true,
    parser: output !== undefined,
  });
  const fallbackModels = planFallbackModels(definition.fallbackModels);
  const features = planFeatures(definition, secondaryModels, fallbackModels);
  const tools = planTools(definition.tools, toolsPath, features);
  return Object.freeze<AgentPlan>({
    toolsPath,
    instructions: instructions === "" ? undefined : instructions,
    tools,
    toolChoice: planToolChoice(definition.toolChoice, tools, features),
    toolCallLimit,
    output,
    features,
    hooks: planHooks(definition.hooks),
    parser: secondaryModels.parser,
    fallbackModels,
  });
}

/** What changes least comes first: providers cache the beginning of a prompt. */
function planFeatures(
  definition: AgentDefinition<unknown>,
  secondaryModels: SecondaryModels,
  fallbackModels: readonly Model[],
): readonly Feature[] {
  const features = [
    planMemory(definition.memory, secondaryModels.memory),
    planSessionState(definition.sessionState),
    planSessionSummaries(definition.sessionSummaries, secondaryModels.summary),
    planKnowledge(definition.knowledge),
    planHistory(definition.history),
    planSaveResponse(definition.saveResponseTo),
    secondaryFeature(secondaryModels),
    fallbackFeature(fallbackModels),
  ];
  return Object.freeze(features.filter((feature) => feature !== undefined));
}

function planOutput(schema: Schema): PlannedOutput {
  // The model sees this name, so it is fixed: the agent's own must not shape the prompt.
  const format = { name: "answer", schema: toJsonSchema(schema, "outputSchema") };
  return Object.freeze({ schema, format: Object.freeze(format) });
}
