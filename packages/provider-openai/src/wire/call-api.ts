import type { JsonObject } from "@rollouts/core";
import type { ApiResponse, OpenAIApi, OpenAIClient } from "../openai-client.ts";

/**
 * Makes one request. The body of the answer is left to read: the client takes anything with a success
 * status, such as a proxy's page, for an answer, and a stream that was cut for one that ended.
 */
export function callApi(
  client: OpenAIClient,
  { api, body, signal }: { api: OpenAIApi; body: JsonObject; signal: AbortSignal },
): Promise<ApiResponse> {
  const resource = api === "chat" ? client.chat.completions : client.responses;
  // The runner retries, and a redirected POST would come back as a GET of something else.
  const options = { signal, maxRetries: 0, fetchOptions: { redirect: "manual" } } as const;
  return resource.create(body, options).asResponse();
}
