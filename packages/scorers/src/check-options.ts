import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";

/** What the options of a function of this package must be like. */
export interface OptionRules {
  /** The function that was called, which stands in the message. */
  readonly door: string;
  readonly keys: readonly string[];
  /** How such options are written. */
  readonly example: string;
}

/** Refuses what is no object of options, options that nobody reads, and a `name` that is no text. */
export function checkOptions(options: unknown, { door, keys, example }: OptionRules): void {
  if (!isPlainObject(options)) {
    throw invalidOption(door, "options", `an object such as ${example}`, options);
  }
  refuseUnknownKeys(options, keys, door);
  const { name } = options;
  if (name !== undefined && typeof name !== "string") {
    throw invalidOption(door, "name", "a string", name);
  }
}

/** The error for an option of the wrong kind: `numeric: tolerance must be ..., got "1".` */
export function invalidOption(
  door: string,
  option: string,
  wanted: string,
  found: unknown,
): InvalidArgumentError {
  const { message } = invalidArgument(option, wanted, found);
  return new InvalidArgumentError({ argument: option, message: `${door}: ${message}` });
}
