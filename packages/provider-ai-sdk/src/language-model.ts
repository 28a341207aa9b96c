import type { JsonObject } from "@rollouts/core";

/** Versions of the AI SDK's language model specification that are spoken here. */
export type AiSdkVersion = "v2" | "v3" | "v4";

/**
 * A language model of the AI SDK: `LanguageModelV2` (`ai` 5), `V3` (`ai` 6) or `V4` (`ai` 7), as a
 * provider package makes it. Only what is used is named, so one install serves all three.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: AiSdkVersion;
  /** Such as `openai.responses` or `anthropic.messages`. */
  readonly provider: string;
  readonly modelId: string;
  /** Media types with patterns of the addresses that the provider reads by itself. */
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>;
  doGenerate(options: AiSdkCallOptions): PromiseLike<unknown>;
  doStream(options: AiSdkCallOptions): PromiseLike<unknown>;
}

/** Patterns of addresses by media type, such as `image/*`. */
export type SupportedUrls = Readonly<Record<string, readonly RegExp[]>>;

/** What a language model is called with, as far as all three versions agree. */
export interface AiSdkCallOptions {
  /** The conversation, in the messages of the model's own version. */
  readonly prompt: readonly object[];
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly responseFormat?: object | undefined;
  readonly tools?: readonly object[] | undefined;
  readonly toolChoice?: object | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /** V4 only. */
  readonly reasoning?: string | undefined;
  readonly providerOptions?: Readonly<Record<string, JsonObject>> | undefined;
}
