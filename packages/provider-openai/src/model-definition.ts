import type { OpenAIApi } from "./openai-client.ts";
import type { Profile } from "./profile.ts";
import type { CheckedSettings } from "./settings.ts";

/** What a model is, apart from the way to reach it. */
export interface ModelDefinition {
  readonly modelId: string;
  readonly api: OpenAIApi;
  readonly profile: Profile;
  readonly settings: CheckedSettings;
}
