import {
  canonicalJson,
  type Json,
  type JsonObject,
  type Tool,
  type ToolSource,
} from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import { isTool, isToolSource } from "./check-tool.ts";

/**
 * All that shapes the agent's behaviour but its model, as plain JSON. Tools are sorted, so that
 * listing them in another order is no other environment. Code is left out: that of tools, hooks and
 * retrievers; so is what shapes nothing, such as the file that the response goes to.
 */
export async function identify(plan: AgentPlan): Promise<Json> {
  const sources = plan.tools.filter(isToolSource);
  const tools = [
    ...plan.tools.filter(isTool),
    ...plan.features.flatMap((feature) => feature.tools ?? []),
  ];
  return {
    kind: "agent",
    instructions: plan.instructions ?? null,
    tools: sortCanonically(tools.map(identifyTool)),
    toolSources: sortCanonically(await Promise.all(sources.map(identifySource))),
    toolChoice: plan.toolChoice,
    toolCallLimit: plan.toolCallLimit,
    outputSchema: plan.output?.format.schema ?? null,
    ...identifyFeatures(plan),
  };
}

/** Only of those that are there, so that a later feature leaves the agents without it alone. */
function identifyFeatures({ features }: AgentPlan): JsonObject {
  const named = features.flatMap(({ option, identity }) =>
    identity ? [[option, identity()]] : [],
  );
  return Object.fromEntries(named);
}

function identifyTool({ spec, needsApproval = false }: Tool): Json {
  const { name, description = null, parameters } = spec;
  return { name, description, parameters, needsApproval };
}

async function identifySource(source: ToolSource): Promise<Json> {
  return source.identity();
}

/** Sorted by what is fingerprinted. */
function sortCanonically(items: readonly Json[]): readonly Json[] {
  const keyed = items.map((item) => ({ item, key: canonicalJson(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
