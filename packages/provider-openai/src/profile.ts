import type { JsonObject } from "@rollouts/core";
import type { OpenAIApi } from "./openai-client.ts";
import type { OpenAISettings, StrictMode } from "./settings.ts";

/** A kind of server. */
export type ProfileName =
  | "openai"
  | "azure"
  | "vllm"
  | "llamacpp"
  | "ollama"
  | "lmstudio"
  | "openrouter"
  | "groq"
  | "together"
  | "fireworks"
  | "generic";

/** How a kind of server differs from others of the same API. Chosen by the user, never guessed. */
export interface Profile {
  readonly name: ProfileName;
  /** What errors and conversations call the provider. */
  readonly provider: string;
  /** The APIs that it has; the first is the default. */
  readonly apis: readonly [OpenAIApi, ...OpenAIApi[]];
  /** Address when none is given; without it there must be one. */
  readonly baseURL?: string | undefined;
  /** Where a key comes from that is not given: OpenAI's must not reach another vendor by mistake. */
  readonly apiKey: "from environment" | "must be given" | "not needed";
  /** True when it can store conversations, and so must be told not to, and give reasoning encrypted. */
  readonly stores: boolean;
  readonly maxTokensField: "max_completion_tokens" | "max_tokens";
  /** True when the usage of a streamed reply must be asked for. */
  readonly asksForUsage: boolean;
  readonly strict: StrictMode;
  /** Settings that it would ignore. */
  readonly unsupported: readonly (keyof OpenAISettings)[];
  /** False when it would ignore `tool_choice`. */
  readonly hasToolChoice: boolean;
  /** True when it calls a reply that was cut within a tool call a tool turn. */
  readonly hidesCutCalls: boolean;
  /** True when it cuts long prompts without saying so. */
  readonly cutsPrompts: boolean;
  /** True when `usage.cost` is what the call cost in US dollars. */
  readonly tellsCost: boolean;
  /** What a number without a unit counts in the headers that say when a limit is full again. */
  readonly resetUnit: "s" | "ms";
  /** Codes of HTTP errors that report a mistake of the model, not of the request. */
  readonly modelFaultCodes: readonly string[];
  /** Members of every request, under those of the settings. */
  readonly extraBody: JsonObject;
}
