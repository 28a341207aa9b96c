/**
 * Two-sided p value of McNemar's exact test, for two results with one attempt per task:
 * `min(1, 2 * P(Binomial(b + c, 1/2) <= min(b, c)))`, and 1 without any flip. Over tasks that rose
 * and fell it is the sign test. Source: McNemar, 1947; its exact form is a binomial test.
 *
 * @param onlyCurrent tasks that pass in the current result alone.
 * @param onlyBaseline tasks that pass in the baseline alone.
 * @returns `null` for numbers that are no counts.
 */
export function mcnemarExact(onlyCurrent: number, onlyBaseline: number): number | null {
  const counts = [onlyCurrent, onlyBaseline];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
  const n = onlyCurrent + onlyBaseline;
  const fewer = Math.min(onlyCurrent, onlyBaseline);
  let term = probabilityOf(fewer, n);
  let tail = 0;
  for (let i = fewer; i >= 0 && term > 0; i--) {
    tail += term;
    term *= i / (n - i + 1);
  }
  return Math.min(1, 2 * tail);
}

/** P(Binomial(n, 1/2) = m), halved on the way so that large counts do not overflow. */
function probabilityOf(m: number, n: number): number {
  let term = 1;
  let halvings = n;
  for (let i = 1; i <= m; i++) {
    term *= (n - m + i) / i;
    while (term > 1 && halvings > 0) {
      term /= 2;
      halvings--;
    }
  }
  return term * 2 ** -halvings;
}
