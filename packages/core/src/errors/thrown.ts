import { describeValue } from "../checks/describe-value.ts";

/** Says what was thrown, which may be anything at all, as an error message. */
export function describeThrown(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  const message = memberOf(thrown, "message");
  return typeof message === "string" ? message : describeValue(thrown);
}

/** The class of what was thrown, or `null` when it is no error. */
export function errorTypeOf(thrown: unknown): string | null {
  const name = memberOf(thrown, "name");
  if (typeof name !== "string" || typeof memberOf(thrown, "message") !== "string") return null;
  if (name !== "Error") return name;
  // `class Oops extends Error {}` keeps the name "Error", so its constructor tells more.
  const className = memberOf(memberOf(thrown, "constructor"), "name");
  return typeof className === "string" && className !== "" ? className : name;
}

/**
 * A member of anything, `undefined` when it cannot be read. Errors are known by their members, since
 * `instanceof` fails for those of another realm, such as a test runner's.
 */
export function memberOf(value: unknown, key: string): unknown {
  try {
    return value === null || value === undefined ? undefined : Reflect.get(Object(value), key);
  } catch {
    return undefined;
  }
}
