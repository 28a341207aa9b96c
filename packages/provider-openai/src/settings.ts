import type { JsonObject } from "@rollouts/core";

/** How hard a reasoning model thinks. Each model accepts some of these. */
export type ReasoningEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** How long the answers are. */
export type Verbosity = "low" | "medium" | "high";

/** Whether schemas of tools and output are sent in strict mode, which holds the model to them. */
export type StrictMode = "auto" | boolean;

/**
 * What shapes the answers of a model, and how long to wait for them. A setting that is left out is not
 * sent, so the provider's own default applies. Each one that is given, except the deadlines, is part of
 * the policy fingerprint.
 */
export interface OpenAISettings {
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** From 0 to 2. Reasoning models refuse it unless their effort is `"none"`. */
  readonly temperature?: number | undefined;
  /** Nucleus sampling: the probability mass that is sampled from, from 0 to 1. */
  readonly topP?: number | undefined;
  /** Limit of one reply in tokens, reasoning included. A reply cut there ends with `length`. */
  readonly maxOutputTokens?: number | undefined;
  /**
   * Chat Completions only. A number is sent with every request, which makes the attempts of a task
   * alike; `"per-attempt"` sends the seed of the attempt that asks, and none outside of attempts.
   */
  readonly seed?: number | "per-attempt" | undefined;
  /** Chat Completions only: up to four texts before which the model stops. */
  readonly stop?: string | readonly string[] | undefined;
  /** Processing tier, such as `"flex"` or `"priority"`. */
  readonly serviceTier?: string | undefined;
  readonly verbosity?: Verbosity | undefined;
  /** Whether one reply may call several tools. */
  readonly parallelToolCalls?: boolean | undefined;
  /**
   * `"auto"` holds the model to each schema that strict mode can express, and lets it write freely
   * under the others, with a warning that says where and why; `true` refuses a request with such a
   * schema before it is sent; `false` never asks for strict mode.
   *
   * @defaultValue "auto", or `false` with the profile of a local server
   */
  readonly strict?: StrictMode | undefined;
  /**
   * Members that are added to every request as they are, such as `{ top_k: 20 }`: for parameters of a
   * server that have no setting here. Those that a setting or this package writes are refused.
   */
  readonly extraBody?: JsonObject | undefined;
  /**
   * `true` takes a reply without text, refusal and tool calls for an answer. Otherwise it is a
   * `ProviderError` of class `protocol`, since it mostly means that a server failed.
   *
   * @defaultValue false
   */
  readonly allowEmptyReply?: boolean | undefined;
  /**
   * Chat Completions only: `true` lets the attempts at a task share their first request, which asks for
   * a sample each (`n`), so that the prompt is paid for once. Only for agents without tools whose first
   * request is the same in every attempt. The answers come at once and in one piece: they share one
   * deadline, one failure and one account of usage, which stands with one of the attempts. Cannot be
   * had with a `seed`. No part of the policy, since each answer is sampled as it would be alone.
   *
   * @defaultValue false
   */
  readonly sampleMany?: boolean | undefined;
  /**
   * How long the head of an answer may take, in milliseconds, 1 to 2^31 - 1.
   *
   * @defaultValue 120000
   */
  readonly firstByteTimeoutMs?: number | undefined;
  /**
   * How long an answer may go without progress, in milliseconds, 1 to 2^31 - 1. Bytes that only keep
   * the connection open are no progress. A model that thinks without showing it needs more.
   *
   * @defaultValue 120000
   */
  readonly idleTimeoutMs?: number | undefined;
}

/** Settings that were checked, copied and brought to one form. */
export interface CheckedSettings extends OpenAISettings {
  readonly stop?: readonly string[] | undefined;
  readonly strict: StrictMode;
  readonly allowEmptyReply: boolean;
  readonly sampleMany: boolean;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
}
