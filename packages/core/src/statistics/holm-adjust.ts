import { invalidArgument } from "../checks/invalid-argument.ts";

/**
 * Adjusts p values of several tests, in their order, so that together they err no more often than one:
 * the i-th smallest of m is multiplied by `m - i + 1`, and none ends below a smaller one. Source: Holm, 1979.
 *
 * @throws InvalidArgumentError for what is no number from 0 to 1.
 */
export function holmAdjust(pValues: readonly number[]): number[] {
  const bad = pValues.findIndex((p) => !(p >= 0 && p <= 1));
  if (bad !== -1) throw invalidArgument(`pValues[${bad}]`, "a number from 0 to 1", pValues[bad]);
  const ascending = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  for (const [rank, { p, index }] of ascending.entries()) {
    largest = Math.min(1, Math.max(largest, p * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
