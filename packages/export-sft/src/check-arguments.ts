import { sep } from "node:path";
import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";

/** Refuses what is no path of a file. One that ends with a slash would be made as a folder. */
export function checkPath(path: unknown, argument = "path"): void {
  const isPath = typeof path === "string" && path !== "";
  if (isPath && !path.endsWith("/") && !path.endsWith(sep)) return;
  throw invalidArgument(argument, "the path of a file", path);
}

/** Refuses options that are no object, or hold a key that nobody reads. */
export function checkOptions(options: unknown, allowed: readonly string[], caller: string): void {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, allowed, caller);
}
