import { describeThrown, errorTypeOf, RolloutsError } from "@rollouts/core";

/** The error of a case that failed: what the model did, and what it must do. */
export function modelBroken(message: string, cause?: unknown): RolloutsError<"model_contract"> {
  return new RolloutsError({ code: "model_contract", message, cause });
}

/** Says in a few words what a call was rejected with. */
export function describeRejection(thrown: unknown): string {
  return `${errorTypeOf(thrown) ?? "a value"} (${describeThrown(thrown)})`;
}
