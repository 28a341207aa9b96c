/** An interval; both ends are included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the standard normal distribution, for two-sided 95 % intervals. */
export const z95 = 1.959963984540054;

/**
 * Wilson's 95 % interval of a pass rate, of `c` passes among `n` independent attempts.
 *
 * `null` when it is undefined: `n` is 0, or numbers that are no counts. Right for the attempts of one task, not for a whole grid, whose attempts are
 * clustered by task. Source: Wilson, 1927.
 */
export function wilsonInterval(c: number, n: number): Interval | null {
  if (![c, n].every(Number.isSafeInteger) || n < 1 || c < 0 || c > n) return null;
  const p = c / n;
  const zz = z95 * z95;
  const scale = 1 + zz / n;
  const centre = (p + zz / (2 * n)) / scale;
  const half = (z95 / scale) * Math.sqrt((p * (1 - p)) / n + zz / (4 * n * n));
  return {
    low: c === 0 ? 0 : Math.max(0, centre - half),
    high: c === n ? 1 : Math.min(1, centre + half),
  };
}
