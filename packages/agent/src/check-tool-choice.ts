import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type ToolChoice,
} from "@rollouts/core";

/** A frozen copy of a tool choice. Refuses what is none. */
export function toFrozenToolChoice(toolChoice: unknown): ToolChoice {
  if (toolChoice === "auto" || toolChoice === "none" || toolChoice === "required") {
    return toolChoice;
  }
  if (isPlainObject(toolChoice) && typeof toolChoice.name === "string") {
    return Object.freeze({ name: toolChoice.name });
  }
  throw invalidArgument(
    "toolChoice",
    '"auto", "none", "required" or { name: "a-tool" }',
    toolChoice,
  );
}

/** Refuses a tool choice that the tools on offer cannot satisfy. */
export function checkToolChoice(toolChoice: ToolChoice, names: readonly string[]): void {
  if (typeof toolChoice === "object" && !names.includes(toolChoice.name)) {
    throw new InvalidArgumentError({
      argument: "toolChoice",
      message: `toolChoice names ${JSON.stringify(toolChoice.name)}, which is none of the tools (${names.join(", ")}).`,
    });
  }
  if (toolChoice === "required" && names.length === 0) {
    throw new InvalidArgumentError({
      argument: "toolChoice",
      message: 'toolChoice is "required", but there is no tool to call.',
    });
  }
}
