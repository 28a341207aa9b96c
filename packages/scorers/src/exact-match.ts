import {
  describeValue,
  functionScorer,
  type ScoreContext,
  type Scorer,
  ScorerError,
} from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions, invalidOption } from "./check-options.ts";
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

const door = "exactMatch";
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
  checkOptions(options, { door, keys, example: '{ expected: "yes" }' });
  const { expected: fixed, name = door } = options;
  if (fixed !== undefined && typeof fixed !== "string") {
    throw invalidOption(door, "expected", "a string", fixed);
  }
  const text = readTextOptions(options, door);

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

  const version = builtInVersion(door, 1, { ...text, expected: fixed });
  return functionScorer(score, { name, version });
}

function notText(scorer: string, found: unknown, context: ScoreContext): Error {
  const advice = "Compare numbers with numeric() and other values with jsonEquals().";
  return wrongExpected(scorer, context, { wanted: "a string", found, advice });
}
