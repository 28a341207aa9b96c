import type { AttemptContext, Tool } from "@rollouts/core";
import { textTool } from "./text-tool.ts";

/** The tool with which a model looks things up. */
export function searchTool(
  search: (query: string, context: AttemptContext) => Promise<readonly string[]>,
): Tool {
  return textTool({
    name: "search_knowledge",
    description: "Finds passages in the knowledge base. Search before you answer from memory.",
    parameter: "query",
    meaning: "What to look for.",
    async execute(query, context) {
      const passages = await search(query, context);
      return passages.length === 0 ? "Nothing was found." : passages;
    },
  });
}

/** The tool with which a model adds a text that later searches find. */
export function addTool(add: (text: string, context: AttemptContext) => unknown): Tool {
  return textTool({
    name: "add_knowledge",
    description: "Adds a text to the knowledge base, where later searches find it.",
    parameter: "text",
    meaning: "A text that can be understood on its own.",
    async execute(text, context) {
      await add(text, context);
      return "Added.";
    },
  });
}
