import type { JsonObject, ModelRequest, ToolSpec } from "@rollouts/core";
import type { CheckedSettings } from "./settings.ts";
import { toWireSchema } from "./strict-schema.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Puts what is said about a function into the form of one of the APIs. */
type FunctionForm = (members: JsonObject) => JsonObject;

/** The members of a request that are about tools; none without tools. */
export function toToolMembers(
  { tools = [], toolChoice }: ModelRequest,
  settings: CheckedSettings,
  form: FunctionForm,
): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map((tool) => form(describeTool(tool, settings.strictSchemas))),
    tool_choice: typeof toolChoice === "object" ? form({ name: toolChoice.name }) : toolChoice,
    parallel_tool_calls: settings.parallelToolCalls,
  };
}

function describeTool({ name, description, parameters }: ToolSpec, wantStrict: boolean) {
  const { schema, strict } = toWireSchema(parameters, wantStrict);
  return withoutUndefined({ name, description, parameters: schema, strict });
}
