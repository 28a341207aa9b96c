/** A number exactly as it is written: `digits` times ten to the power of `exponent`. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Longer numbers are no answers, and would take long to compare. */
const maxDigits = 1000;
const maxExponent = 1000;

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads a number such as `-1.50` or `6e23`; `null` for anything else, and for numbers out of bounds. */
export function parseDecimal(literal: string): Decimal | null {
  if (literal.length > maxDigits) return null;
  const [, sign, whole = "", fraction = "", power = "0"] = pattern.exec(literal) ?? [];
  if (sign === undefined || whole + fraction === "") return null;
  const exponent = Number(power);
  if (Math.abs(exponent) > maxExponent) return null;
  const digits = BigInt(whole + fraction);
  return { digits: sign === "-" ? -digits : digits, exponent: exponent - fraction.length };
}

/** A finite number, by the shortest text that stands for it. */
export function toDecimal(value: number): Decimal {
  const decimal = parseDecimal(String(value));
  if (decimal === null) throw new RangeError(`${value} is no finite number`);
  return decimal;
}

/** True when a and b differ by at most `tolerance`, without rounding. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const exponent = Math.min(a.exponent, b.exponent, tolerance.exponent);
  const [left, right, limit] = [a, b, tolerance].map((decimal) => scale(decimal, exponent));
  const difference = (left as bigint) - (right as bigint);
  return (difference < 0n ? -difference : difference) <= (limit as bigint);
}

/** The size of a times b. */
export function absoluteProduct(a: Decimal, b: Decimal): Decimal {
  const digits = a.digits * b.digits;
  return { digits: digits < 0n ? -digits : digits, exponent: a.exponent + b.exponent };
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
