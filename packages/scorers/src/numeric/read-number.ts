import { describeValue } from "@rollouts/core";
import { clipLine } from "../text/clip-line.ts";
import { type Decimal, parseDecimal } from "./decimal.ts";

/** Between groups of three digits. A space stands for no-break spaces too. */
export type ThousandsSeparator = "," | " " | "_" | "'";

export const thousandsSeparators: readonly unknown[] = [",", " ", "_", "'"];

/** A number as it was read, or why none was; the problem completes "the answer ...". */
export type ReadNumber = { readonly decimal: Decimal } | { readonly problem: string };

const noSeparator = numberPattern(null);
/** Digits of other scripts, and fractions, which must not be read past. `m²` is a unit. */
const foreignDigit = /(?<!\p{L})(?![0-9])\p{N}/u;

/**
 * A minus apart from its number, where nothing stands before it that it could be a dash after. In a
 * later line it is taken for an item of a list.
 */
const looseMinus = /(?<=^|[=:(])[^\S\n]*[-−–][^\S\n]+$/u;

/**
 * Reads the one number that a text holds, whatever words and units stand around it.
 *
 * A text with several numbers has a problem, and so has one in which other digits stand, or whose
 * number may be meant as negative or not (`- 42`).
 */
export function readNumber(text: string, separator: ThousandsSeparator | null): ReadNumber {
  const foreign = foreignDigit.exec(text)?.[0];
  if (foreign !== undefined) return { problem: `holds ${describeValue(foreign)}, no digit 0 to 9` };
  const pattern = separator === null ? noSeparator : numberPattern(separator);
  const [first, second] = text.matchAll(pattern);
  if (first === undefined) return { problem: "holds no number" };
  if (second !== undefined) {
    const isGrouped = /\d,\d{3}/.test(text) && separator === null;
    const advice = isGrouped ? "; the option thousandsSeparator lets 1,234 be one" : "";
    return {
      problem: `holds more than one number (${show(first[0])}, ${show(second[0])})${advice}`,
    };
  }
  const minus = looseMinus.exec(text.slice(0, first.index))?.[0].trimStart();
  if (minus !== undefined) {
    return {
      problem: `holds ${describeValue(minus + first[0])}, which may be minus ${show(first[0])}`,
    };
  }
  return toReadNumber(first[0].replace(/^[−–]/, "-").replace(/[,\s_']/g, ""));
}

/** Reads an integer of any size, which is exact. */
export function readBigint(value: bigint): ReadNumber {
  return toReadNumber(String(value));
}

function toReadNumber(literal: string): ReadNumber {
  const decimal = parseDecimal(literal);
  if (decimal === null) return { problem: `holds a number too large to read (${show(literal)})` };
  return { decimal };
}

/**
 * Every run of digits counts, so that nothing is read past. A minus, typed as hyphen, minus sign or
 * dash, must touch the number, and nothing that a number could be subtracted from.
 */
function numberPattern(separator: ThousandsSeparator | null): RegExp {
  const gap = separator === " " ? "[ \\u00a0\\u202f]" : separator;
  const plain = "\\d+";
  const whole = gap === null ? plain : `(?:\\d{1,3}(?:${gap}\\d{3})+(?!\\d)|${plain})`;
  const unsigned = `(?:${whole}(?:\\.\\d+)?|(?<![\\p{L}\\p{N}])\\.\\d+)`;
  return new RegExp(`(?:(?<![\\p{L}\\p{N})\\]])[-+−–])?${unsigned}(?:[eE][-+]?\\d+)?`, "gu");
}

function show(literal: string): string {
  return clipLine(literal, 30);
}
