import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";

/** What the options of a function of this package must be like. */
export interface OptionRules {
  /** The function that was called, which stands in the message. */
  readonly caller: string;
  readonly keys: readonly string[];
  /** How such options are written. */
  readonly example: string;
}

/** Refuses what is no object of options, options that nobody reads, and a `name` that is no text. */
export function checkOptions(options: unknown, { caller, keys, example }: OptionRules): void {
  if (!isPlainObject(options)) {
    throw invalidArgument("options", `an object such as ${example}`, options, { caller });
  }
  refuseUnknownKeys(options, keys, caller);
  const { name } = options;
  if (name !== undefined && typeof name !== "string") {
    throw invalidArgument("name", "a string", name, { caller });
  }
}
