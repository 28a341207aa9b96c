import type { JsonObject } from "./json.ts";
import type { AssistantMessage, Message } from "./message.ts";
import type { Usage } from "./usage.ts";

/** A language model behind some provider: one call, no memory, no retries, no cache. */
export interface Model {
  readonly specVersion: "v1";
  /** Short name of the provider, such as `openai`; also the key of `providerItems`. */
  readonly provider: string;
  readonly modelId: string;
  /** Groups models that share rate limits. Never part of an identity. */
  readonly account?: string | undefined;
  /** What the model is, for fingerprints. Holds no credentials, timeouts or connection settings. */
  identity(): ModelIdentity;
  /**
   * Makes one model call.
   *
   * Rejects with `request.signal.reason` when the signal aborts, and with a `ProviderError` when the
   * provider fails. A refusal or a reply cut by a token limit is a response, not an error.
   */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /**
   * Answers one request `count` times with one call, for providers that charge its prompt once then.
   * Optional: a runner that finds it lets attempts share their first request.
   *
   * Gives `count` independent responses, or fewer, at least one; none twice. Usage that is known of the
   * call as a whole only stands in the first. Rejects as `generate` does.
   */
  sampleMany?(request: ModelRequest, count: number): Promise<readonly ModelResponse[]>;
}

/** What shapes a model's answers. */
export interface ModelIdentity {
  /** Adapter, API, base URL without credentials, model, sampling settings: the policy. */
  readonly policy: JsonObject;
  /** Prompt text that the model object carries itself; it counts as environment. */
  readonly prompt?: JsonObject | undefined;
}

/** One model call. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  /** The JSON that the final answer must be. */
  readonly output?: OutputFormat | undefined;
  readonly signal: AbortSignal;
  /** Which attempt asks. Kept off the wire, unless the model's seed setting is `"per-attempt"`. */
  readonly attempt?: ModelRequestAttempt | undefined;
  /** Called while the answer arrives, by models that stream. The promise stays the authority. */
  onProgress?(progress: ModelProgress): void;
}

/** Where in a run a model call belongs. */
export interface ModelRequestAttempt {
  readonly taskId: string;
  readonly attemptIndex: number;
  /** Number of the model call within the attempt, from 0. */
  readonly turn: number;
  /** Unsigned 32-bit integer, the same for every turn of an attempt. */
  readonly seed: number;
}

/** A sign of life during a model call. */
export type ModelProgress =
  | { readonly type: "alive" }
  | { readonly type: "text-delta"; readonly text: string };

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, an object schema. */
  readonly parameters: JsonObject;
}

/** Which tool the model may or must call. */
export type ToolChoice = "auto" | "none" | "required" | { readonly name: string };

/** Structured output that the model is asked for. */
export interface OutputFormat {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
}

/** The whole answer to one model call. */
export interface ModelResponse {
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  /** Absent when the provider reported none. */
  readonly usage?: Usage | undefined;
  readonly served?: Served | undefined;
  /** What the provider said about its limits, for whoever spaces out the calls. */
  readonly rateLimits?: RateLimits | undefined;
  /** What the reader of a result should know: lost in a mapping, or suspicious. No secrets. */
  readonly warnings?: readonly string[] | undefined;
}

/** How much more a provider will take, as its headers tell. */
export interface RateLimits {
  readonly requests?: RateLimit | undefined;
  readonly tokens?: RateLimit | undefined;
}

/** One limit: so many per window, so many left, and when the window is full again. */
export interface RateLimit {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly resetMs?: number | undefined;
}

/** Why the model stopped: `length` and `content-filter` mean that the answer is not whole. */
export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "other";

/** Evidence of what really answered one model call; it may differ from what was asked for. */
export interface Served {
  /** The model snapshot. */
  readonly model?: string | undefined;
  readonly requestId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly systemFingerprint?: string | undefined;
  readonly serviceTier?: string | undefined;
  /** How many samples the call brought, when several attempts shared it. */
  readonly sampleCount?: number | undefined;
}
