import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeValue } from "./describe-value.ts";

/**
 * The error for an argument that is not what it must be: `k must be a whole number, got "3".`
 *
 * @param options `caller` is the function that was called, where the argument alone says too little; it
 * stands first: `numeric: tolerance must be ...`
 */
export function invalidArgument(
  argument: string,
  wanted: string,
  found: unknown,
  { caller }: { readonly caller?: string | undefined } = {},
): InvalidArgumentError {
  const place = caller === undefined ? argument : `${caller}: ${argument}`;
  return new InvalidArgumentError({
    argument,
    message: `${place} must be ${wanted}, got ${describeValue(found)}.`,
  });
}
