import {
  type AnsweredRun,
  describeValue,
  functionScorer,
  invalidArgument,
  isPlainObject,
  type ScoreContext,
  type Scorer,
  ScorerError,
  unscored,
  type Verdict,
} from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions } from "./check-options.ts";
import {
  absoluteProduct,
  type Decimal,
  isWithin,
  parseDecimal,
  toDecimal,
} from "./numeric/decimal.ts";
import {
  type ReadNumber,
  readBigint,
  readNumber,
  type ThousandsSeparator,
  thousandsSeparators,
} from "./numeric/read-number.ts";
import { wrongExpected } from "./wrong-expected.ts";

/** What `numeric` reads: a number, text that holds one, or an object whose only member is one. */
export type NumericOutput = string | number | bigint | { readonly [name: string]: number | bigint };

/** What `numeric` takes. */
export interface NumericOptions {
  /** How far off the answer may be, in its own unit. @defaultValue 0 */
  readonly tolerance?: number | undefined;
  /** How far off it may be as a share of what is expected: 0.01 is 1 %. @defaultValue 0 */
  readonly relativeTolerance?: number | undefined;
  /**
   * What may stand between groups of three digits: `,` reads `1,234` as 1234. Without it that is two
   * numbers, since elsewhere it means 1.234. @defaultValue none
   */
  readonly thousandsSeparator?: ThousandsSeparator | undefined;
  /** Compared with in place of the `expected` of the task. */
  readonly expected?: number | string | undefined;
  /** @defaultValue "numeric" */
  readonly name?: string | undefined;
}

const caller = "numeric";
const keys = ["tolerance", "relativeTolerance", "thousandsSeparator", "expected", "name"];
const wanted =
  "a finite number, or a text that is one number; integers over 2^53 as text, unless there is a tolerance";

/**
 * Passes when the answer is the expected number, or near enough: within `tolerance` or within
 * `relativeTolerance`.
 *
 * The output is a number, an object with one member that is a number, as `{ value: 42 }`, or text that
 * holds exactly one: `It is 42 km.` is 42, and `6 * 7 = 42` fails, since it holds three. Numbers are
 * compared as they are written, digit for digit, so 0.1 and 0.10 are equal and no rounding decides. NaN
 * and infinities never pass.
 *
 * Write expected integers over 2^53 as text, `"9007199254740993"`: JavaScript has rounded them
 * otherwise, so without a tolerance they are refused; and an output number of that size is unscored
 * where it may have been the expected one before it was rounded.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function numeric(
  options: NumericOptions & { readonly expected: number | string },
): Scorer<NumericOutput, unknown>;
export function numeric(options?: NumericOptions): Scorer<NumericOutput, number | string>;
export function numeric(options: NumericOptions = {}): Scorer<NumericOutput, unknown> {
  const limits = readLimits(options);
  const { thousandsSeparator, expected: fixed, name = caller } = options;
  if (fixed !== undefined && readExpected(fixed, limits) === null) {
    throw invalidArgument("expected", wanted, fixed, { caller });
  }

  function score({ output }: AnsweredRun, taskExpected: unknown, context: ScoreContext): Verdict {
    const expected = fixed ?? taskExpected;
    const goal = readExpected(expected, limits);
    if (goal === null) throw wrongExpected(name, context, { wanted, found: expected });
    const found = unwrap(output);
    if (limits.isExact && isRounded(found) && found === Number(expected)) {
      return unscored(
        `the output ${found} is over 2^53, where numbers are rounded: let the agent give it as text`,
      );
    }
    const answer = readOutput(name, found, thousandsSeparator);
    if ("problem" in answer) return failed(`the answer ${answer.problem}`);
    if (isNear(answer.decimal, goal, limits)) return true;
    return failed(`the answer is ${describeValue(found)}, expected ${describeValue(expected)}`);
  }

  const { tolerance = 0, relativeTolerance = 0 } = options;
  const facts = { tolerance, relativeTolerance, thousandsSeparator, expected: fixed };
  return functionScorer(score, { name, version: builtInVersion(caller, 2, facts) });
}

/** How near is near enough. */
interface Limits {
  readonly absolute: Decimal;
  readonly relative: Decimal;
  /** There is no tolerance. */
  readonly isExact: boolean;
}

function readLimits(options: NumericOptions): Limits {
  checkOptions(options, { caller, keys, example: "{ tolerance: 0.1 }" });
  const { tolerance = 0, relativeTolerance = 0, thousandsSeparator } = options;
  for (const [key, value] of Object.entries({ tolerance, relativeTolerance })) {
    if (typeof value !== "number" || !(value >= 0) || !Number.isFinite(value)) {
      throw invalidArgument(key, "a finite number from 0 on", value, { caller });
    }
  }
  if (thousandsSeparator !== undefined && !thousandsSeparators.includes(thousandsSeparator)) {
    throw invalidArgument("thousandsSeparator", 'one of "," " " "_" "\'"', thousandsSeparator, {
      caller,
    });
  }
  return {
    absolute: toDecimal(tolerance),
    relative: toDecimal(relativeTolerance),
    isExact: tolerance === 0 && relativeTolerance === 0,
  };
}

/** `null` when it cannot be compared with. */
function readExpected(expected: unknown, { isExact }: Limits): Decimal | null {
  if (typeof expected === "string") return parseDecimal(expected.trim());
  if (typeof expected !== "number" || !Number.isFinite(expected)) return null;
  return isExact && isRounded(expected) ? null : toDecimal(expected);
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The number of an output that is an object for the sake of its schema, such as `{ value: 42 }`. */
function unwrap(output: unknown): unknown {
  if (!isPlainObject(output)) return output;
  const [only, ...others] = Object.values(output);
  const isNumber = typeof only === "number" || typeof only === "bigint";
  return isNumber && others.length === 0 ? only : output;
}

function readOutput(
  scorer: string,
  output: unknown,
  separator: ThousandsSeparator | undefined,
): ReadNumber {
  if (typeof output === "string") return readNumber(output, separator ?? null);
  if (typeof output === "bigint") return readBigint(output);
  if (typeof output !== "number") {
    throw new ScorerError({
      scorer,
      message: `${scorer} reads a number, text that holds one, or an object with one member that is a number, and the output of this run is ${describeValue(output)}. Compare other values with jsonEquals(), or score it with a function.`,
    });
  }
  return Number.isFinite(output) ? { decimal: toDecimal(output) } : { problem: `is ${output}` };
}

function isNear(answer: Decimal, goal: Decimal, { absolute, relative }: Limits): boolean {
  return (
    isWithin(answer, goal, absolute) || isWithin(answer, goal, absoluteProduct(goal, relative))
  );
}

function failed(reason: string): Verdict {
  return { value: 0, passed: false, reason };
}
