import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeValue } from "./describe-value.ts";

/** The error for an argument that is not what it must be: `k must be a whole number, got "3".` */
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
