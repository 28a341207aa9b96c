import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeValue } from "./describe-value.ts";

/** Refuses options that nobody reads, since a misspelt one would be ignored in silence. */
export function refuseUnknownKeys(options: object, allowed: readonly string[], path: string): void {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgumentError({
      argument: path,
      message: `${path} must be given an object, got ${describeValue(options)}.`,
    });
  }
  const unknown = Object.keys(options).find((key) => !allowed.includes(key));
  if (unknown === undefined) return;
  throw new InvalidArgumentError({
    argument: `${path}.${unknown}`,
    message: `${path} has an unknown key ${describeValue(unknown)} (allowed: ${allowed.join(", ")}).`,
  });
}
