/**
 * A number with a fixed count of decimals, exact ties rounded to the even neighbour: 0.125 gives
 * "0.12" and 0.375 gives "0.38", where `toFixed` gives "0.13".
 */
export function formatNumber(value: number, decimals: number): string {
  const awayFromZero = value.toFixed(decimals);
  // Only an odd multiple of 2^-(decimals + 1) lies exactly between two neighbours.
  const halves = value * 2 ** (decimals + 1);
  const isTie = Number.isInteger(halves) && halves % 2 !== 0;
  if (!isTie) return awayFromZero;
  // One decimal more is exact: the digits towards zero, and then a 5.
  const towardsZero = value.toFixed(decimals + 1).replace(/\.?5$/, "");
  return /[02468]$/.test(towardsZero) ? towardsZero : awayFromZero;
}
