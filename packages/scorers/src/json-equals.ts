import {
  type AnsweredRun,
  describeThrown,
  describeValue,
  findInexactNumber,
  functionScorer,
  invalidArgument,
  isPlainObject,
  type Json,
  type ScoreContext,
  type Scorer,
  ScorerError,
  type Verdict,
} from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions } from "./check-options.ts";
import { findDifference, type JsonDifference } from "./json/find-difference.ts";
import { findForeign } from "./json/find-foreign.ts";
import { findRepeatedKey } from "./json/find-repeated-key.ts";
import { clipLine } from "./text/clip-line.ts";
import { wrongExpected } from "./wrong-expected.ts";

/** What `jsonEquals` takes. */
export interface JsonEqualsOptions {
  /** Compared with in place of the `expected` of the task. */
  readonly expected?: Json | undefined;
  /**
   * Places that are not compared, as JSON Pointers: `/items/0/id`. What is inside them, and whether
   * they are there at all, does not count. @defaultValue none
   */
  readonly ignore?: readonly string[] | undefined;
  /** @defaultValue "jsonEquals" */
  readonly name?: string | undefined;
}

const caller = "jsonEquals";
const keys = ["expected", "ignore", "name"];
const wanted = "a JSON value, at most 1000 levels deep";
const maxShown = 200;

/**
 * Passes when the output is the expected JSON value.
 *
 * An output that is text is read as JSON text, strictly: no fence, no remark around it, no key twice.
 * Equal is what JSON takes for equal: `1` and `1.0`, objects whatever the order of their keys, `0` and
 * `-0`; not `1` and `"1"`, nor lists in another order. The reason names the first difference by its
 * JSON Pointer. Where a text is expected, the output may also be that text itself, as from an agent
 * whose schema is a string.
 *
 * A task that expects nothing, or what JSON cannot carry, and an output that holds such a thing, as a
 * date, leave the attempt unscored with an error.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function jsonEquals(options: JsonEqualsOptions = {}): Scorer<unknown, unknown> {
  checkOptions(options, { caller, keys, example: "{ expected: { ok: true } }" });
  const { expected: fixed, ignore = [], name = caller } = options;
  const foreign = fixed === undefined ? null : findForeign(fixed);
  if (foreign !== null) {
    throw invalidArgument(`expected${foreign.pointer}`, wanted, foreign.found, { caller });
  }
  const ignored = readPointers(ignore);

  function score({ output }: AnsweredRun, taskExpected: unknown, context: ScoreContext): Verdict {
    const expected = fixed === undefined ? taskExpected : fixed;
    const problem = findForeign(expected);
    if (problem !== null) {
      const { pointer, found } = problem;
      const at = pointer === "" ? undefined : clipLine(pointer, maxShown);
      throw wrongExpected(name, context, { wanted, found, at });
    }
    if (typeof expected === "string" && typeof output === "string") {
      return compareText(output, expected);
    }
    const answer = readAnswer(output);
    if ("problem" in answer) return failed(`the answer ${answer.problem}`);
    const difference = findDifference(answer.value, expected, ignored);
    if (difference === null) return true;
    refuseForeign(name, difference.found);
    return failed(describeDifference(difference));
  }

  const version = builtInVersion(caller, 2, { expected: fixed, ignore: [...ignored].sort() });
  return functionScorer(score, { name, version });
}

function readPointers(ignore: unknown): ReadonlySet<string> {
  if (!Array.isArray(ignore)) {
    throw invalidArgument("ignore", "a list of JSON Pointers", ignore, { caller });
  }
  for (const [index, pointer] of ignore.entries()) {
    if (typeof pointer !== "string" || !/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) {
      throw invalidArgument(`ignore[${index}]`, "a JSON Pointer such as /items/0/id", pointer, {
        caller,
      });
    }
  }
  return new Set(ignore);
}

/** The text itself, or the JSON of it: `yes` and `"yes"` are both the text yes. */
function compareText(output: string, expected: string): Verdict {
  if (output === expected) return true;
  const answer = readAnswer(output);
  if ("value" in answer && answer.value === expected) return true;
  return failed(`the answer is ${describeValue(output)}, expected ${describeValue(expected)}`);
}

function readAnswer(output: unknown): { readonly value: unknown } | { readonly problem: string } {
  if (typeof output !== "string") return { value: output };
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch (thrown) {
    return { problem: `is no JSON: ${clipLine(describeThrown(thrown), maxShown)}` };
  }
  const inexact = findInexactNumber(output);
  if (inexact !== undefined) {
    return { problem: `holds the number ${clipLine(inexact, 40)}, which JavaScript would round` };
  }
  const repeated = findRepeatedKey(output);
  return repeated === null ? { value } : { problem: `has ${describeValue(repeated)} twice` };
}

/** What JSON cannot carry comes from how the agent is set up, and says nothing of the answer. */
function refuseForeign(scorer: string, found: unknown): void {
  const isObject = typeof found === "object" && found !== null;
  const isForeign = isObject ? !Array.isArray(found) && !isPlainObject(found) : isOddity(found);
  if (!isForeign) return;
  throw new ScorerError({
    scorer,
    message: `${scorer} compares JSON, and the output holds ${describeValue(found)}. Score it with a function.`,
  });
}

function isOddity(found: unknown): boolean {
  return ["bigint", "function", "symbol"].includes(typeof found);
}

function describeDifference({ pointer, found, wanted: expected }: JsonDifference): string {
  const place = pointer === "" ? "the answer" : clipLine(pointer, maxShown);
  if (expected === undefined) return `${place} is ${describeValue(found)}, expected nothing there`;
  const is = found === undefined ? "absent" : describeValue(found);
  return `${place} is ${is}, expected ${describeValue(expected)}`;
}

function failed(reason: string): Verdict {
  return { value: 0, passed: false, reason };
}
