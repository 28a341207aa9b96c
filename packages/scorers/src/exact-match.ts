import {
  describeValue,
  functionScorer,
  invalidArgument,
  type ScoreContext,
  type Scorer,
  ScorerError,
} from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions } from "./check-options.ts";
import {
  normalizeText,
  readTextOptions,
  type TextOptions,
  textOptionKeys,
} from "./text/normalize-text.ts";
import { wrongExpected } from "./wrong-expected.ts";

/** What `exactMatch` takes. */
export interface ExactMatchOptions extends TextOptions {
  /** Compared with in place of the `expected` of the task. */
  readonly expected?: string | undefined;
  /** @defaultValue "exactMatch" */
  readonly name?: string | undefined;
}

const caller = "exactMatch";
const keys = [...textOptionKeys, "expected", "name"];

/**
 * Passes when the output is the expected text, character for character unless options say otherwise.
 *
 * For agents whose output is text; a task that expects no text, and an output that is none, leave
 * the attempt unscored with an error.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function exactMatch(
  options: ExactMatchOptions & { readonly expected: string },
): Scorer<string, unknown>;
export function exactMatch(options?: ExactMatchOptions): Scorer<string, string>;
export function exactMatch(options: ExactMatchOptions = {}): Scorer<string, unknown> {
  checkOptions(options, { caller, keys, example: '{ expected: "yes" }' });
  const { expected: fixed, name = caller } = options;
  if (fixed !== undefined && typeof fixed !== "string") {
    throw invalidArgument("expected", "a string", fixed, { caller });
  }
  const text = readTextOptions(options, caller);

  function score(run: { readonly output: unknown }, expected: unknown, context: ScoreContext) {
    const wanted = fixed ?? expected;
    if (typeof wanted !== "string") throw notText(name, wanted, context);
    const found = run.output;
    if (typeof found !== "string") {
      throw new ScorerError({
        scorer: name,
        message: `${name} compares text, and the output of this run is ${describeValue(found)}. Compare values with jsonEquals().`,
      });
    }
    if (normalizeText(found, text) === normalizeText(wanted, text)) return true;
    const reason = `the answer is ${describeValue(found)}, expected ${describeValue(wanted)}`;
    return { value: 0, passed: false, reason };
  }

  const version = builtInVersion(caller, 1, { ...text, expected: fixed });
  return functionScorer(score, { name, version });
}

function notText(scorer: string, found: unknown, context: ScoreContext): Error {
  const advice = "Compare numbers with numeric() and other values with jsonEquals().";
  return wrongExpected(scorer, context, { wanted: "a string", found, advice });
}
