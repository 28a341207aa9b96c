import type { ModelRequest, Usage } from "@rollouts/core";

/** Longer words than these have no tokenizers, so fewer tokens mean that text is missing. */
const maxCharactersPerToken = 12;

/**
 * Warns when a server counted far fewer input tokens than the text of the request must have: some cut
 * off the head of a prompt that exceeds their context, and answer the rest.
 */
export function warnOfCutPrompt({ messages }: ModelRequest, usage: Usage | undefined): string[] {
  const inputTokens = usage?.inputTokens;
  const length = messages.reduce((sum, message) => sum + lengthOf(message.content), 0);
  if (inputTokens === undefined || length <= inputTokens * maxCharactersPerToken) return [];
  return [
    `The server read ${inputTokens} tokens of a prompt of ${length} characters: it seems to have cut it. Raise the context length of the server.`,
  ];
}

function lengthOf(content: ModelRequest["messages"][number]["content"]): number {
  if (content === null) return 0;
  if (typeof content === "string") return content.length;
  return content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
}
