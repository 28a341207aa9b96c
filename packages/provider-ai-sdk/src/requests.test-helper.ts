import type { Message, ModelProgress, ModelRequest, ToolSpec } from "@rollouts/core";

export const user: Message = { role: "user", content: "Weather in Oslo?" };

export const weatherTool: ToolSpec = {
  name: "get_weather",
  description: "Says the weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

/** A request as an agent makes it. */
export function requestOf(
  messages: readonly Message[] = [user],
  others: Partial<ModelRequest> = {},
): ModelRequest {
  return { messages, signal: new AbortController().signal, ...others };
}

/** A request that notes what it is told while the reply arrives. */
export function watchedRequest(others: Partial<ModelRequest> = {}) {
  const progresses: ModelProgress[] = [];
  const onProgress = (progress: ModelProgress) => progresses.push(progress);
  return { request: requestOf([user], { ...others, onProgress }), progresses };
}
