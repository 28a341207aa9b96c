import { describeThrown, isRolloutsError, ResultWriteError } from "@rollouts/core";

/** Says of a failed file operation which file it was about; errors that know already stay. */
export function toWriteError(path: string, what: string, thrown: unknown): Error {
  if (isRolloutsError(thrown)) return thrown;
  return new ResultWriteError({
    path,
    message: `${what}: ${describeThrown(thrown)}`,
    cause: thrown,
  });
}
