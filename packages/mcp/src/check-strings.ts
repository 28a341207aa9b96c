import { InvalidArgumentError, invalidArgument, isPlainObject } from "@rollouts/core";

/** Refuses what is no list of strings. */
export function checkStrings(argument: string, value: unknown): void {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return;
  throw invalidArgument(argument, "a list of strings", value);
}

/** Refuses what is no object of strings. The values are not repeated, since they may be secrets. */
export function checkStringMembers(argument: string, value: unknown): void {
  if (!isPlainObject(value)) throw invalidArgument(argument, "an object of strings", value);
  const wrong = Object.entries(value).find(([, member]) => typeof member !== "string");
  if (wrong === undefined) return;
  const [name, member] = wrong;
  throw new InvalidArgumentError({
    argument: `${argument}.${name}`,
    message: `${argument}.${name} must be a string, got a value of type ${typeof member}.`,
  });
}
