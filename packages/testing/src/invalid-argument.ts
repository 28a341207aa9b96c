import { describeValue, InvalidArgumentError } from "@rollouts/core";

/** The error for an argument that is not what it must be. */
export function invalidArgument(
  argument: string,
  wanted: string,
  found: unknown,
): InvalidArgumentError {
  return new InvalidArgumentError({
    argument,
    message: `${argument} must be ${wanted}, got ${describeValue(found)}.`,
  });
}
