import type { Message, ModelRequest } from "@rollouts/core";

/** A request as an agent would make it. */
export function requestOf(
  messages: readonly Message[],
  others: Partial<ModelRequest> = {},
): ModelRequest {
  return { messages, signal: new AbortController().signal, ...others };
}

export const user: Message = { role: "user", content: "Weather in Oslo?" };

export const weatherTool = {
  name: "get_weather",
  description: "Says the weather",
  parameters: {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  },
} as const;
