import {
  type AttemptContext,
  frozenClone,
  invalidArgument,
  type Tool,
  type ToolSpec,
} from "@rollouts/core";
import { isObject } from "../is-object.ts";

/** What makes one such tool. */
export interface TextToolOptions {
  readonly name: string;
  readonly description: string;
  /** The name of its one parameter, and what that means. */
  readonly parameter: string;
  readonly meaning: string;
  readonly execute: (text: string, context: AttemptContext) => Promise<unknown>;
}

/** A tool of the agent's own with one parameter, a text that is not empty. */
export function textTool({
  name,
  description,
  parameter,
  meaning,
  execute,
}: TextToolOptions): Tool {
  const parameters = {
    type: "object",
    properties: { [parameter]: { type: "string", description: meaning } },
    required: [parameter],
    additionalProperties: false,
  };
  return Object.freeze<Tool>({
    spec: frozenClone<ToolSpec>({ name, description, parameters }),
    async execute(input, context) {
      const text = isObject(input) ? input[parameter] : undefined;
      if (typeof text !== "string" || text.trim() === "") {
        throw invalidArgument(parameter, "a text that is not empty", text);
      }
      return execute(text, context);
    },
  });
}
