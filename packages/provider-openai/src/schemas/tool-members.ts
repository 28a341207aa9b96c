import {
  type JsonObject,
  type ModelRequest,
  type ToolSpec,
  withoutUndefined,
} from "@rollouts/core";
import type { CheckedSettings } from "../settings.ts";
import type { SchemaWriter } from "./schema-writer.ts";

/** Puts what is said about a function into the form of one of the APIs. */
type FunctionForm = (members: JsonObject) => JsonObject;

/** The members of a request that are about tools; none without tools. */
export function toToolMembers(
  { tools = [], toolChoice }: ModelRequest,
  { settings, schemas }: { settings: CheckedSettings; schemas: SchemaWriter },
  form: FunctionForm,
): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map((tool) => form(describeTool(tool, schemas))),
    tool_choice: typeof toolChoice === "object" ? form({ name: toolChoice.name }) : toolChoice,
    parallel_tool_calls: settings.parallelToolCalls,
  };
}

function describeTool({ name, description, parameters }: ToolSpec, schemas: SchemaWriter) {
  const owner = `The parameters of the tool ${JSON.stringify(name)}`;
  const { schema, strict } = schemas.write(parameters, owner);
  return withoutUndefined({ name, description, parameters: schema, strict });
}
