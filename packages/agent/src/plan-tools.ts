import {
  InvalidArgumentError,
  invalidArgument,
  type Tool,
  type ToolChoice,
  type ToolSource,
} from "@rollouts/core";
import { checkToolSource, isTool, isToolSource, toFrozenTool } from "./check-tool.ts";
import { checkToolChoice, toFrozenToolChoice } from "./check-tool-choice.ts";
import type { Feature } from "./features/feature.ts";
import { addFeatureTools, createToolRegister } from "./tool-register.ts";

/** A frozen copy of the tools. Refuses what are none, and names that are taken. */
export function planTools(
  entries: unknown,
  toolsPath: string,
  features: readonly Feature[],
): readonly (Tool | ToolSource)[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) throw invalidArgument(toolsPath, "a list of tools", entries);
  const register = createToolRegister();
  const planned = entries.map((entry: Tool | ToolSource, index) => {
    const path = `${toolsPath}[${index}]`;
    if (typeof entry === "object" && entry !== null && isToolSource(entry)) {
      checkToolSource(entry, path);
      return entry;
    }
    return register.add(toFrozenTool(entry, path), path);
  });
  addFeatureTools(register, features);
  return Object.freeze(planned);
}

/** A frozen copy of a tool choice. Refuses one that some run could not satisfy. */
export function planToolChoice(
  toolChoice: ToolChoice | undefined,
  entries: readonly (Tool | ToolSource)[],
  features: readonly Feature[],
): ToolChoice {
  if (toolChoice === undefined) return "auto";
  // Tools that write are no choice: an attempt has none.
  const tools = [...entries, ...features.flatMap((feature) => feature.tools ?? [])];
  if (tools.length === 0) {
    throw new InvalidArgumentError({
      argument: "toolChoice",
      message: "toolChoice is set, but there are no tools. Add tools, or leave it out.",
    });
  }
  const frozen = toFrozenToolChoice(toolChoice);
  const plainTools = tools.filter(isTool);
  // What a source brings is known once it is open.
  if (plainTools.length === tools.length) {
    checkToolChoice(
      frozen,
      plainTools.map(({ spec }) => spec.name),
    );
  }
  return frozen;
}
