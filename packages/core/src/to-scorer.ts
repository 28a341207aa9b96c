import { describeValue } from "./checks/describe-value.ts";
import { isClass } from "./checks/is-class.ts";
import { isPlainObject } from "./checks/plain-object.ts";
import { requireSpecVersion } from "./checks/require-spec-version.ts";
import { InvalidArgumentError } from "./errors/invalid-argument-error.ts";
import { functionScorer } from "./function-scorer.ts";
import type { Scorer, ScorerDefinition, ScorerInput } from "./scorer.ts";

/**
 * Makes a scorer of whatever an environment accepts as one.
 *
 * @throws InvalidArgumentError when it is none; `argument` says which place the message names.
 */
export function toScorer<Output, Expected>(
  input: ScorerInput<Output, Expected>,
  argument = "scorer",
): Scorer<Output, Expected> {
  if (typeof input === "function" && !isClass(input)) return functionScorer(input);
  if (typeof input !== "object" || input === null || typeof input.score !== "function") {
    throw noScorer(input, argument);
  }
  if (isDefinition(input)) {
    const { score, specVersion: _, ...options } = input;
    return functionScorer(score, options);
  }
  requireSpecVersion(input.specVersion, `The scorer given as ${argument}`);
  if (typeof input.digest !== "function" || typeof input.name !== "string") {
    throw noScorer(input, argument);
  }
  return input;
}

/** A `Scorer` that forgot its `specVersion`, or an instance of a class, is no definition. */
function isDefinition<Output, Expected>(
  input: Scorer<Output, Expected> | ScorerDefinition<Output, Expected>,
): input is ScorerDefinition<Output, Expected> {
  return input.specVersion === undefined && isPlainObject(input) && !("digest" in input);
}

function noScorer(input: unknown, argument: string): InvalidArgumentError {
  return new InvalidArgumentError({
    argument,
    message: `${argument} must be a function (run, expected) => verdict, { score, name?, version?, passThreshold? }, or a Scorer, got ${describeValue(input)}.`,
  });
}
