/**
 * pass@k: the chance that at least one of `k` attempts passes, estimated without bias from `c`
 * passes among `n` scored attempts: `1 - C(n-c, k) / C(n, k)`, as a product that stays finite.
 *
 * `null` when it is undefined: `n < k`, or numbers that are no counts. Source: arXiv 2107.03374.
 */
export function passAtK(n: number, c: number, k: number): number | null {
  if (!areCounts(n, c, k)) return null;
  if (n - c < k) return 1;
  let allFail = 1;
  for (let i = n - c + 1; i <= n; i++) allFail *= 1 - k / i;
  return 1 - allFail;
}

/**
 * pass^k: the chance that all of `k` attempts pass, estimated without bias from `c` passes among
 * `n` scored attempts: `C(c, k) / C(n, k)`, as a product that stays finite.
 *
 * `null` when it is undefined: `n < k`, or numbers that are no counts. Source: arXiv 2406.12045.
 */
export function passHatK(n: number, c: number, k: number): number | null {
  if (!areCounts(n, c, k)) return null;
  let allPass = 1;
  for (let i = 0; i < k; i++) allPass *= Math.max(0, c - i) / (n - i);
  return allPass;
}

function areCounts(n: number, c: number, k: number): boolean {
  return [n, c, k].every(Number.isSafeInteger) && c >= 0 && c <= n && k >= 1 && k <= n;
}
