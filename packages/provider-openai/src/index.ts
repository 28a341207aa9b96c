export { createOpenAI, type OpenAIProvider, openai } from "./create-openai.ts";
export type {
  ApiRequestOptions,
  ApiResource,
  ApiResponse,
  OpenAIApi,
  OpenAIClient,
} from "./openai-client.ts";
export type { OpenAIOptions } from "./openai-options.ts";
export type { ProfileName } from "./profile.ts";
export type { OpenAISettings, ReasoningEffort, StrictMode, Verbosity } from "./settings.ts";
export type { HeadersLike } from "./wire/headers-like.ts";
