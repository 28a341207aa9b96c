import { describeValue, InvalidArgumentError, type ScoreContext } from "@rollouts/core";

/** A value that cannot be used, and where it stands. */
export interface WrongValue {
  /** Place within `expected`, such as `[2]`. @defaultValue all of it */
  readonly at?: string | undefined;
  readonly found: unknown;
}

/** What is wrong with an expectation, and what to do. */
export interface ExpectedProblem extends WrongValue {
  readonly wanted: string;
  readonly advice?: string | undefined;
}

/** The error for an expectation that a scorer cannot compare with; the attempt stays unscored. */
export function wrongExpected(
  scorer: string,
  { task }: ScoreContext,
  { at, found, wanted, advice }: ExpectedProblem,
): InvalidArgumentError {
  const of = `expected of task ${describeValue(task.id)}`;
  const what = at === undefined ? of : `${at} in ${of}`;
  return new InvalidArgumentError({
    argument: of,
    message: [`${scorer}: ${what} must be ${wanted}, got ${describeValue(found)}.`, advice]
      .filter(Boolean)
      .join(" "),
  });
}
