import type { Pen } from "./pen.ts";

/** A whole number from 0 as decimal digits, ones first, without zeros at the far end; 0 is `[]`. */
export type Digits = readonly number[];

export function toDigits(text: string): Digits {
  return trimmed([...text].reverse().map(Number));
}

/** -1, 0 or 1 as `a` is less than, equal to or greater than `b`. Looking makes no slips. */
export function compare(a: Digits, b: Digits): number {
  if (a.length !== b.length) return Math.sign(a.length - b.length);
  for (let place = a.length - 1; place >= 0; place--) {
    const difference = at(a, place) - at(b, place);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

/** Column addition: one digit written a column. */
export function add(a: Digits, b: Digits, pen: Pen): Digits {
  const sum: number[] = [];
  const columns = Math.max(a.length, b.length);
  let carry = 0;
  for (let place = 0; place < columns; place++) {
    const column = at(a, place) + at(b, place) + carry;
    sum.push(pen(column % 10));
    carry = Math.floor(column / 10);
  }
  if (carry > 0) sum.push(pen(carry));
  return trimmed(sum);
}

/** Column subtraction with borrowing; `a` is not less than `b`. */
export function subtract(a: Digits, b: Digits, pen: Pen): Digits {
  const difference: number[] = [];
  let borrow = 0;
  for (let place = 0; place < a.length; place++) {
    const column = at(a, place) - at(b, place) - borrow;
    borrow = column < 0 ? 1 : 0;
    difference.push(pen(column + 10 * borrow));
  }
  return trimmed(difference);
}

/** Long multiplication: a row for each digit of `b`, added to what is left of the rows before. */
export function multiply(a: Digits, b: Digits, pen: Pen): Digits {
  const settled: number[] = [];
  let open: Digits = [];
  for (const digit of b) {
    const row = multiplyByDigit(a, digit, pen);
    open = open.length === 0 ? row : add(open, row, pen);
    // Later rows start one place further left, so the ones of this total stay.
    settled.push(at(open, 0));
    open = open.slice(1);
  }
  return trimmed([...settled, ...open]);
}

function multiplyByDigit(a: Digits, factor: number, pen: Pen): Digits {
  if (factor === 0) return [];
  const row: number[] = [];
  let carry = 0;
  for (const digit of a) {
    const step = digit * factor + carry;
    row.push(pen(step % 10));
    carry = Math.floor(step / 10);
  }
  if (carry > 0) row.push(pen(carry));
  return trimmed(row);
}

/** Adds the digits of a number, one after the other. */
export function digitSum(a: Digits, pen: Pen): Digits {
  return a.reduce<Digits>((total, digit) => add(total, trimmed([digit]), pen), []);
}

/**
 * Remainder by long division: takes the largest fitting multiple off at each digit, from a list of
 * the nine multiples that is written first. The modulus is not 0.
 */
export function remainder(a: Digits, modulus: Digits, pen: Pen): Digits {
  const multiples: Digits[] = [modulus];
  for (let times = 2; times <= 9; times++)
    multiples.push(add(multiples.at(-1) ?? [], modulus, pen));
  let rest: Digits = [];
  for (const digit of a.toReversed()) {
    rest = trimmed([digit, ...rest]);
    const fitting = largestFitting(multiples, rest);
    if (fitting !== undefined) rest = subtract(rest, fitting, pen);
  }
  return rest;
}

function largestFitting(multiples: readonly Digits[], limit: Digits): Digits | undefined {
  return multiples.toReversed().find((multiple) => compare(multiple, limit) <= 0);
}

function at(digits: Digits, place: number): number {
  return digits[place] ?? 0;
}

function trimmed(digits: readonly number[]): Digits {
  return digits.slice(0, digits.findLastIndex((digit) => digit !== 0) + 1);
}
