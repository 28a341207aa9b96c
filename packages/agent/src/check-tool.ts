import {
  frozenClone,
  invalidArgument,
  isPlainObject,
  requireSpecVersion,
  type Tool,
  type ToolSource,
  type ToolSpec,
} from "@rollouts/core";
import { isObject } from "./is-object.ts";

/** What the strictest common API accepts. */
const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Refuses what no provider would accept as the name of a tool. */
export function checkToolName(name: unknown, argument: string): asserts name is string {
  if (typeof name === "string" && namePattern.test(name)) return;
  throw invalidArgument(argument, "1 to 64 letters, digits, underscores or hyphens", name);
}

/** True for a provider of tools, as against a tool. */
export function isToolSource(entry: Tool | ToolSource): entry is ToolSource {
  return "open" in entry;
}

/** True for a tool, as against a provider of tools. */
export function isTool(entry: Tool | ToolSource): entry is Tool {
  return !isToolSource(entry);
}

/** A copy of a tool that nobody can change while runs rely on it. Refuses what is no tool. */
export function toFrozenTool(tool: unknown, path: string): Tool {
  if (!isObject(tool) || !isObject(tool.spec) || typeof tool.execute !== "function") {
    throw invalidArgument(path, "a tool made with tool(), or a ToolSource", tool);
  }
  checkToolName(tool.spec.name, `${path}.spec.name`);
  if (!isPlainObject(tool.spec.parameters)) {
    throw invalidArgument(`${path}.spec.parameters`, "a JSON Schema", tool.spec.parameters);
  }
  const { spec, needsApproval, execute } = tool as unknown as Tool;
  return Object.freeze({
    spec: frozenClone<ToolSpec>(spec),
    needsApproval: needsApproval === true,
    execute: execute.bind(tool),
  });
}

/** Refuses what only looks like a tool source. */
export function checkToolSource(source: ToolSource, path: string): void {
  requireSpecVersion(source.specVersion, `The tool source given as ${path}`);
  for (const method of ["open", "identity"] as const) {
    if (typeof source[method] === "function") continue;
    throw invalidArgument(`${path}.${method}`, "a function", source[method]);
  }
}
