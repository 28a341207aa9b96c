import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeValue } from "./describe-value.ts";

/** The error for what should be a result in memory. */
export function notInMemory(found: unknown, argument: string): InvalidArgumentError {
  const isSource =
    typeof (found as { attempts?: unknown } | null | undefined)?.attempts === "function";
  const hint = isSource ? " Read the file with loadResult, which takes all of it into memory." : "";
  return new InvalidArgumentError({
    argument,
    message: `${argument} must be a RolloutResult (await what runRollouts or loadResult gives), got ${describeValue(found)}.${hint}`,
  });
}
