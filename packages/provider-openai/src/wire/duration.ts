const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Reads a length of time such as `1m30.951s`, `6s` or `20ms`, in milliseconds. Undefined for
 * anything else, a number without a unit included.
 */
export function readDurationMs(text: string): number | undefined {
  if (!/^(\d{1,9}(\.\d{1,9})?(ms|[smhd]))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, number, unit = ""] of text.matchAll(/([\d.]+)(ms|[smhd])/g)) {
    sum += Number(number) * (unitMs[unit] ?? Number.NaN);
  }
  // Fractions of a second do not come out whole in binary.
  return Math.round(sum);
}
