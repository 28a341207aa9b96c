import { isRolloutsError, type ProviderError, type ProviderErrorClass } from "@rollouts/core";

/** What a provider's error says of itself. */
export interface ProviderFailure {
  readonly errorClass: string;
  readonly isRetryable: boolean;
  /** True when every other call would fail of it as well. */
  readonly isFatal: boolean;
  /** True when the provider takes no more calls for the moment (HTTP 429, 529). */
  readonly isThrottled: boolean;
  /** Over 0, at most an hour; absent when it is no use to wait, or the provider did not ask for it. */
  readonly retryAfterMs?: number;
  /** True when the provider answered with an HTTP error, and so did no work that it could bill. */
  readonly isRefused: boolean;
}

const fatalClasses: ReadonlySet<string> = new Set<ProviderErrorClass>([
  "authentication",
  "model-not-found",
  "quota-exhausted",
  "unsupported-setting",
]);
const throttledClasses: ReadonlySet<string> = new Set<ProviderErrorClass>([
  "rate-limit",
  "overloaded",
]);

/** A provider that asks for more is asked again after an hour. */
const maxRetryAfterMs = 3_600_000;

/**
 * Reads a provider's error by its members, since another copy of core may have made it; `null` for
 * anything else that was thrown.
 */
export function readProviderFailure(thrown: unknown): ProviderFailure | null {
  try {
    if (!isRolloutsError(thrown) || !("errorClass" in thrown)) return null;
    const said: Partial<Record<keyof ProviderError, unknown>> = thrown;
    const { retryable, retryAfterMs, status } = said;
    const errorClass = String(said.errorClass);
    const isRetryable = retryable === true;
    return {
      errorClass,
      isRetryable,
      isFatal: fatalClasses.has(errorClass),
      isThrottled: throttledClasses.has(errorClass),
      ...(isRetryable && typeof retryAfterMs === "number" && retryAfterMs > 0
        ? { retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs) }
        : {}),
      isRefused: typeof status === "number" && status >= 400,
    };
  } catch {
    return null; // a proxy may refuse to be looked at
  }
}
