import {
  describeValue,
  InvalidArgumentError,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";

/** Refuses what is no path of a file. */
export function checkPath(path: unknown): void {
  if (typeof path === "string" && path !== "") return;
  throw new InvalidArgumentError({
    argument: "path",
    message: `path must be the path of a file, got ${describeValue(path)}.`,
  });
}

/** Refuses options that are no object, or hold a key that nobody reads. */
export function checkOptions(
  options: unknown,
  allowed: readonly string[],
  functionName: string,
): void {
  if (!isPlainObject(options)) {
    throw new InvalidArgumentError({
      argument: "options",
      message: `options must be an object, got ${describeValue(options)}.`,
    });
  }
  refuseUnknownKeys(options, allowed, functionName);
}
