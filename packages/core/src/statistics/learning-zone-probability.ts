/**
 * The chance that `k` scored attempts at a task show it in the learning zone, where each attempt passes
 * with this chance: `1 - p^k - (1 - p)^k`. `null` unless `passRate` is from 0 to 1 and `k` a count.
 */
export function learningZoneProbability(passRate: number, k: number): number | null {
  if (!(passRate >= 0 && passRate <= 1) || !Number.isSafeInteger(k) || k < 1) return null;
  return 1 - passRate ** k - (1 - passRate) ** k;
}
