import { describeThrown, errorTypeOf, isRolloutsError } from "@rollouts/core";
import { type ProviderFailure, readProviderFailure } from "../gate/provider-failure.ts";

/** What went wrong in an agent, or in a scorer. */
export interface Failure {
  /** `Class: message`; without a class the message alone. */
  readonly message: string;
  readonly errorType: string | null;
  /** What errors must have in common to count as one and the same trouble. */
  readonly kind: string;
  /** True for trouble that may have passed when the attempt is tried again. */
  readonly isRetryable: boolean;
}

/** Reads what was thrown, or reported by an error event; it may be anything at all. */
export function toFailure(thrown: unknown, declaredType?: string): Failure {
  const errorType = declaredType ?? errorTypeOf(thrown);
  const text = thrown === undefined ? "" : describeThrown(thrown);
  const message = [errorType, text].filter(Boolean).join(": ") || "unknown error";
  const provider = readProviderFailure(thrown);
  return {
    message,
    errorType,
    kind: kindOf(message, provider),
    isRetryable: mayPass(thrown, provider),
  };
}

/** A provider's failures are told apart by their class, all others by the class of the error. */
function kindOf(message: string, provider: ProviderFailure | null): string {
  if (provider !== null) return `provider: ${provider.errorClass}`;
  return message.split(":", 1)[0] ?? message;
}

/**
 * What these packages throw themselves is about how they are used, and stays as it is, unless it
 * says otherwise, as the failure of a tool's server does.
 */
function mayPass(thrown: unknown, provider: ProviderFailure | null): boolean {
  if (provider !== null) return provider.isRetryable;
  return !isRolloutsError(thrown) || ("retryable" in thrown && thrown.retryable === true);
}
