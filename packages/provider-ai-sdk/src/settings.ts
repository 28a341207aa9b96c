import type { JsonObject } from "@rollouts/core";

/** How hard a reasoning model thinks. Each model accepts some of these. */
export type AiSdkReasoningEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/**
 * What shapes the answers of a model, and how it is called. A setting that is left out is not handed
 * on, so the default of the provider applies. Each one that is given is part of the policy
 * fingerprint, except `account`, `stream` and the two deadlines. A setting that the provider says it
 * ignores fails the call with `unsupported-setting`.
 */
export interface AiSdkSettings {
  /** 0 or more; how far it goes depends on the provider. */
  readonly temperature?: number | undefined;
  /** Nucleus sampling: the probability mass that is sampled from, from 0 to 1. */
  readonly topP?: number | undefined;
  /** How many of the likeliest tokens are sampled from, a whole number from 1. */
  readonly topK?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  /** Limit of one reply in tokens. A reply cut there ends with `length`. */
  readonly maxOutputTokens?: number | undefined;
  /** Texts before which the model stops. */
  readonly stop?: string | readonly string[] | undefined;
  /**
   * A number goes with every request, which makes the attempts of a task alike; `"per-attempt"` sends
   * the seed of the attempt that asks, and none outside of attempts.
   */
  readonly seed?: number | "per-attempt" | undefined;
  /** V4 only; for models of older versions it is one of the provider's own options. */
  readonly reasoningEffort?: AiSdkReasoningEffort | undefined;
  /**
   * The provider's own options by provider name, such as `{ openai: { store: false } }`, for every
   * request. Options that would tie attempts together are refused.
   */
  readonly providerOptions?: Readonly<Record<string, JsonObject>> | undefined;
  /**
   * What shapes the answers and cannot be seen from here, for the fingerprint alone: the base URL of
   * the provider, what a middleware does.
   */
  readonly identity?: JsonObject | undefined;
  /**
   * Names who is charged, such as `"team-a"`. Models of one provider and account share their rate limits,
   * and `limits.providers["openai.responses/team-a"]` is about them.
   */
  readonly account?: string | undefined;
  /**
   * `false` asks for the reply as a whole: for a provider that cannot stream, or that ends streams
   * without a finish reason. An attempt that runs out of time then has no partial text.
   *
   * @defaultValue true
   */
  readonly stream?: boolean | undefined;
  /**
   * How long the reply may take to begin, in milliseconds, 1 to 2^31 - 1; with `stream: false` how long
   * it may take.
   *
   * @defaultValue 120000
   */
  readonly firstByteTimeoutMs?: number | undefined;
  /**
   * How long a reply may go without progress, in milliseconds, 1 to 2^31 - 1. A model that thinks
   * without showing it needs more.
   *
   * @defaultValue 120000
   */
  readonly idleTimeoutMs?: number | undefined;
}

/** Settings that were checked, copied and brought to one form. */
export interface CheckedSettings extends AiSdkSettings {
  readonly stop?: readonly string[] | undefined;
  readonly stream: boolean;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
}
