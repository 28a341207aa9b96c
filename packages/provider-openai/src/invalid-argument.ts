import { describeValue, InvalidArgumentError } from "@rollouts/core";

/** The error for an argument that is not what it must be. */
export function invalidArgument(
  argument: string,
  allowed: string,
  found: unknown,
): InvalidArgumentError {
  return new InvalidArgumentError({
    argument,
    message: `${argument} must be ${allowed}, got ${describeValue(found)}.`,
  });
}
