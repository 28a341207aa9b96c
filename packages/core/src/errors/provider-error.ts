import { RolloutsError } from "./rollouts-error.ts";

/**
 * Why a model call failed.
 *
 * The first four fail the same way for every attempt; `rate-limit` to `protocol` may pass when tried
 * again; `invalid-request` and `context-overflow` are about this one request.
 */
export type ProviderErrorClass =
  | "authentication"
  | "model-not-found"
  | "quota-exhausted"
  | "unsupported-setting"
  | "rate-limit"
  | "overloaded"
  | "server"
  | "connection"
  | "timeout"
  | "protocol"
  | "invalid-request"
  | "context-overflow";

const retryableClasses: ReadonlySet<ProviderErrorClass> = new Set([
  "rate-limit",
  "overloaded",
  "server",
  "connection",
  "timeout",
  "protocol",
]);

/** What a `ProviderError` is made from. */
export interface ProviderErrorOptions {
  readonly errorClass: ProviderErrorClass;
  readonly message: string;
  readonly provider: string;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A model call failed: there is no answer, so nothing counts against the model. */
export class ProviderError extends RolloutsError<"provider_failed"> {
  readonly errorClass: ProviderErrorClass;
  readonly provider: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  /** True when the same call may succeed later. */
  readonly retryable: boolean;

  constructor(options: ProviderErrorOptions) {
    super({ code: "provider_failed", message: options.message, cause: options.cause });
    this.name = "ProviderError";
    this.errorClass = options.errorClass;
    this.provider = options.provider;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.requestId = options.requestId;
    this.retryable = retryableClasses.has(options.errorClass);
  }
}
