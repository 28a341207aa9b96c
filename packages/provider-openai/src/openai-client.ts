import type { HeadersLike } from "./wire/headers-like.ts";

/** Which of OpenAI's two APIs for text a model is called through. */
export type OpenAIApi = "responses" | "chat";

/**
 * The part of a client of the `openai` package that is used. Spelled out, since the package's own
 * class is a different type in each of its versions.
 */
export interface OpenAIClient {
  readonly baseURL: string;
  readonly apiKey?: string | null | undefined;
  readonly responses: ApiResource;
  readonly chat: { readonly completions: ApiResource };
}

/** A resource of the client that makes one request. */
export interface ApiResource {
  create(body: object, options: ApiRequestOptions): { asResponse(): Promise<ApiResponse> };
}

/** Options of one request. */
export interface ApiRequestOptions {
  readonly signal: AbortSignal;
  readonly maxRetries: number;
  readonly fetchOptions: { readonly redirect: "manual" };
}

/** The part of a fetch response that is read. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: HeadersLike;
  readonly body: unknown;
}
