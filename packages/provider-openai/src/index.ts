export { createOpenAI, type OpenAIOptions, type OpenAIProvider, openai } from "./create-openai.ts";
export type {
  ApiRequestOptions,
  ApiResource,
  ApiResponse,
  OpenAIApi,
  OpenAIClient,
} from "./openai-client.ts";
export type { OpenAISettings, ReasoningEffort, Verbosity } from "./settings.ts";
