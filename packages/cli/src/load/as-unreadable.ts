import { isRolloutsError } from "@rollouts/core";
import { LoadError } from "./load-error.ts";

/** For commands that only read: a training file that cannot be read is wrong usage, no fault of ours. */
export function asUnreadable(thrown: unknown): never {
  if (isRolloutsError(thrown) && thrown.code === "export_failed") {
    throw new LoadError(thrown.message, thrown);
  }
  throw thrown;
}
