import {
  type AnsweredRun,
  describeValue,
  functionScorer,
  invalidArgument,
  type ScoreContext,
  type Scorer,
} from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions } from "./check-options.ts";
import { isList } from "./is-list.ts";
import { answerText } from "./text/answer-text.ts";
import {
  normalizeText,
  readTextOptions,
  type TextOptions,
  textOptionKeys,
} from "./text/normalize-text.ts";
import { type WrongValue, wrongExpected } from "./wrong-expected.ts";

/** What `includes` takes. */
export interface IncludesOptions extends TextOptions {
  /** Searched for in place of the `expected` of the task. */
  readonly expected?: string | readonly string[] | undefined;
  /** Whether all texts of a list must be there, or one is enough. @defaultValue "all" */
  readonly mode?: "all" | "any" | undefined;
  /** @defaultValue "includes" */
  readonly name?: string | undefined;
}

const caller = "includes";
const keys = [...textOptionKeys, "expected", "mode", "name"];
const wanted = "a string, or a list of strings, none of them empty";
const maxNamed = 5;

/**
 * Passes when the expected text, or each text of an expected list, stands somewhere in the answer.
 *
 * It searches the output, or what the model wrote when the output is no text. The value is the share
 * of the texts that are there. A text is found inside words too: `cat` is in `concatenate`; use
 * `matches(/\bcat\b/)` for words. A task that expects nothing that can be searched for leaves the
 * attempt unscored with an error.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function includes(
  options: IncludesOptions & { readonly expected: string | readonly string[] },
): Scorer<unknown, unknown>;
export function includes(options?: IncludesOptions): Scorer<unknown, string | readonly string[]>;
export function includes(options: IncludesOptions = {}): Scorer<unknown, unknown> {
  checkOptions(options, { caller, keys, example: '{ expected: "yes" }' });
  const { mode = "all", name = caller } = options;
  if (mode !== "all" && mode !== "any") {
    throw invalidArgument("mode", '"all" or "any"', mode, { caller });
  }
  const text = readTextOptions(options, caller);
  const fixed = options.expected === undefined ? undefined : readFixed(options.expected, text);

  function score(run: AnsweredRun, expected: unknown, context: ScoreContext) {
    const needles = fixed ?? readNeedles(expected, text);
    if (!isList(needles)) {
      const advice = typeof expected === "number" ? "Compare numbers with numeric()." : "";
      throw wrongExpected(name, context, { ...needles, wanted, advice });
    }
    const answer = normalizeText(answerText(name, run), text);
    const missing = needles.filter((needle) => !answer.includes(needle));
    const passed = mode === "all" ? missing.length === 0 : missing.length < needles.length;
    const value = mode === "all" ? 1 - missing.length / needles.length : Number(passed);
    return passed ? true : { value, passed, reason: `missing: ${nameSome(missing)}` };
  }

  const version = builtInVersion(caller, 1, { ...text, mode, expected: fixed });
  return functionScorer(score, { name, version });
}

/** What is searched for, or what of it cannot be: an empty text would be in every answer. */
function readNeedles(expected: unknown, text: TextOptions): readonly string[] | WrongValue {
  if (!Array.isArray(expected)) {
    const needle = readNeedle(expected, text);
    return needle === "" ? { found: expected } : [needle];
  }
  const needles = Array.from(expected, (item) => readNeedle(item, text));
  const wrong = needles.indexOf("");
  if (needles.length > 0 && wrong === -1) return needles;
  return wrong === -1 ? { found: expected } : { at: `[${wrong}]`, found: expected[wrong] };
}

function readNeedle(item: unknown, text: TextOptions): string {
  return typeof item === "string" ? normalizeText(item, text) : "";
}

function readFixed(expected: unknown, text: TextOptions): readonly string[] {
  const needles = readNeedles(expected, text);
  if (isList(needles)) return needles;
  throw invalidArgument(`expected${needles.at ?? ""}`, wanted, needles.found, { caller });
}

function nameSome(texts: readonly string[]): string {
  const named = texts.slice(0, maxNamed).map(describeValue).join(", ");
  return texts.length > maxNamed ? `${named} and ${texts.length - maxNamed} more` : named;
}
