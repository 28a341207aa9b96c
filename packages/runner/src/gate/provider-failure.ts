import { isRolloutsError } from "@rollouts/core";

/** What a provider's error says of itself. */
export interface ProviderFailure {
  readonly errorClass: string;
  readonly isRetryable: boolean;
  /** True when the provider takes no more calls for the moment (HTTP 429, 529). */
  readonly isThrottled: boolean;
  /** Over 0, at most an hour; absent when it is no use to wait, or the provider did not ask for it. */
  readonly retryAfterMs?: number;
  /** True when the provider answered with an HTTP error, and so did no work that it could bill. */
  readonly isRefused: boolean;
}

/** A provider that asks for more is asked again after an hour. */
const maxRetryAfterMs = 3_600_000;

/**
 * Reads a provider's error by its members, since another copy of core may have made it; `null` for
 * anything else that was thrown.
 */
export function readProviderFailure(thrown: unknown): ProviderFailure | null {
  try {
    if (!isRolloutsError(thrown) || !("errorClass" in thrown)) return null;
    const { errorClass, retryable, retryAfterMs, status } = thrown as unknown as Readonly<
      Record<string, unknown>
    >;
    const isRetryable = retryable === true;
    return {
      errorClass: String(errorClass),
      isRetryable,
      isThrottled: errorClass === "rate-limit" || errorClass === "overloaded",
      ...(isRetryable && typeof retryAfterMs === "number" && retryAfterMs > 0
        ? { retryAfterMs: Math.min(retryAfterMs, maxRetryAfterMs) }
        : {}),
      isRefused: typeof status === "number" && status >= 400,
    };
  } catch {
    return null; // a proxy may refuse to be looked at
  }
}
