import { describeThrown, errorTypeOf, isRolloutsError } from "@rollouts/core";

/** What went wrong in an agent, or in a scorer. */
export interface Failure {
  /** `Class: message`; without a class the message alone. */
  readonly message: string;
  readonly errorType: string | null;
  /** What errors must have in common to count as one and the same trouble. */
  readonly kind: string;
}

/** Reads what was thrown, or reported by an error event; it may be anything at all. */
export function toFailure(thrown: unknown, declaredType?: string): Failure {
  const errorType = declaredType ?? errorTypeOf(thrown);
  const text = thrown === undefined ? "" : describeThrown(thrown);
  const message = [errorType, text].filter(Boolean).join(": ") || "unknown error";
  return { message, errorType, kind: providerKind(thrown) ?? message.split(":", 1)[0] ?? message };
}

/** A provider's failures are told apart by their class, all others by the class of the error. */
function providerKind(thrown: unknown): string | null {
  try {
    const isProviderError = isRolloutsError(thrown) && "errorClass" in thrown;
    return isProviderError ? `provider: ${thrown.errorClass}` : null;
  } catch {
    return null; // a proxy may refuse to be looked at
  }
}
