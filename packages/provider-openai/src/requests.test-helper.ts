import type { Message, ModelRequest } from "@rollouts/core";
import type { Call } from "./call.ts";
import { checkSettings } from "./check-settings.ts";
import type { ModelDefinition } from "./model-definition.ts";
import type { OpenAIApi } from "./openai-client.ts";
import type { ProfileName } from "./profile.ts";
import { profiles } from "./profiles.ts";
import type { OpenAISettings } from "./settings.ts";

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

/** What is known of a call to the model `m`. */
export function callOf(profile: ProfileName = "openai", others: Partial<Call> = {}): Call {
  return {
    modelId: "m",
    baseURL: "https://models.example/v1",
    secrets: [],
    profile: profiles[profile],
    replyCount: 0,
    maxOutputTokens: undefined,
    allowEmptyReply: false,
    ...others,
  };
}

interface Definition {
  readonly api: OpenAIApi;
  readonly profile?: ProfileName;
  readonly modelId?: string;
}

/** A model with these settings. */
export function defineModel(
  settings: OpenAISettings,
  { api, profile: name = "openai", modelId = "m" }: Definition,
): ModelDefinition {
  const profile = profiles[name];
  return { modelId, api, profile, settings: checkSettings(settings, { api, profile }) };
}
