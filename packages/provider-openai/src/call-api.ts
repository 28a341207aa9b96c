import type { JsonObject } from "@rollouts/core";
import type { ApiResponse, OpenAIApi, OpenAIClient } from "./openai-client.ts";
import { type Call, protocolError } from "./provider-failure.ts";

/** An answer with a success status and a JSON body. */
export interface Answer {
  readonly body: unknown;
  readonly requestId: string | undefined;
}

/**
 * Makes one request and reads the whole answer. The body is read here and not by the client, which
 * takes anything with a success status, such as a proxy's page, for an answer.
 */
export async function callApi(
  client: OpenAIClient,
  { api, body, signal }: { api: OpenAIApi; body: JsonObject; signal: AbortSignal },
): Promise<ApiText> {
  const resource = api === "chat" ? client.chat.completions : client.responses;
  // The runner retries, and a redirected POST would come back as a GET of something else.
  const options = { signal, maxRetries: 0, fetchOptions: { redirect: "manual" } } as const;
  const response = await resource.create(body, options).asResponse();
  return { response, text: await response.text() };
}

/** A response and its body. */
export interface ApiText {
  readonly response: ApiResponse;
  readonly text: string;
}

/** Parses the body of an answer. */
export function parseAnswer({ response, text }: ApiText, call: Call): Answer {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  try {
    return { body: JSON.parse(text), requestId };
  } catch {
    const type = response.headers.get("content-type") ?? "no content type";
    const { status } = response;
    throw protocolError(`HTTP ${status} with ${type}, which is not JSON: ${text}`, call, {
      status,
      requestId,
    });
  }
}
