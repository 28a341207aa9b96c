import { describeThrown, errorTypeOf } from "@rollouts/core";

/** Says in a few words what a call was rejected with. */
export function describeRejection(thrown: unknown): string {
  return `${errorTypeOf(thrown) ?? "a value"} (${describeThrown(thrown)})`;
}
