export { fromAiSdk } from "./from-ai-sdk.ts";
export type {
  AiSdkCallOptions,
  AiSdkLanguageModel,
  AiSdkVersion,
  SupportedUrls,
} from "./language-model.ts";
export type { AiSdkReasoningEffort, AiSdkSettings } from "./settings.ts";
