import { errorTypeOf, isRolloutsError } from "@rollouts/core";
import { type ProviderFailure, readProviderFailure } from "../gate/provider-failure.ts";
import { describeCauses, describeError } from "./describe-causes.ts";

/** What went wrong in an agent, or in a scorer. */
export interface Failure {
  /** `Class: message`, without a class the message alone, and what caused it where that is known. */
  readonly message: string;
  readonly errorType: string | null;
  /** What errors must have in common to count as one and the same trouble. */
  readonly kind: string;
  /** True for trouble that may have passed when the attempt is tried again. */
  readonly isRetryable: boolean;
  /** True for trouble that would meet every other attempt as well: one is enough to end the run. */
  readonly isFatal: boolean;
}

/** Reads what was thrown, or reported by an error event; it may be anything at all. */
export function toFailure(thrown: unknown, declaredType?: string): Failure {
  const errorType = declaredType ?? errorTypeOf(thrown);
  const error = describeError(thrown, errorType) || "unknown error";
  const provider = readProviderFailure(thrown);
  return {
    message: `${error}${describeCauses(thrown)}`,
    errorType,
    kind: kindOf(error, provider),
    isRetryable: mayPass(thrown, provider),
    isFatal: provider?.isFatal === true,
  };
}

/** A provider's failures are told apart by their class, all others by the class of the error. */
function kindOf(error: string, provider: ProviderFailure | null): string {
  if (provider !== null) return `provider: ${provider.errorClass}`;
  return error.split(":", 1)[0] ?? error;
}

/**
 * What these packages throw themselves is about how they are used, and stays as it is, unless it
 * says otherwise, as the failure of a tool's server does.
 */
function mayPass(thrown: unknown, provider: ProviderFailure | null): boolean {
  if (provider !== null) return provider.isRetryable;
  return !isRolloutsError(thrown) || ("retryable" in thrown && thrown.retryable === true);
}
