import { type Interval, wilsonInterval } from "@rollouts/core";

/** One trace with both verdicts. */
export interface VerdictPair {
  readonly gold: boolean;
  readonly scorerPassed: boolean;
}

interface Agreement {
  readonly agreement: number | null;
  readonly falsePositiveRate: number | null;
  readonly falseNegativeRate: number | null;
  readonly intervals: {
    readonly agreement: Interval | null;
    readonly falsePositiveRate: Interval | null;
    readonly falseNegativeRate: Interval | null;
  };
  readonly kappa: number | null;
}

export function countAgreement(pairs: readonly VerdictPair[]): Agreement {
  const count = (gold: boolean, scorerPassed: boolean) =>
    pairs.filter((pair) => pair.gold === gold && pair.scorerPassed === scorerPassed).length;
  const [truePositives, falseNegatives] = [count(true, true), count(true, false)];
  const [falsePositives, trueNegatives] = [count(false, true), count(false, false)];
  const positives = truePositives + falseNegatives;
  const negatives = falsePositives + trueNegatives;
  const agreed = truePositives + trueNegatives;
  // Both margins multiplied: how many would agree by chance, times the count of pairs.
  const byChance =
    positives * (truePositives + falsePositives) + negatives * (falseNegatives + trueNegatives);
  return {
    agreement: ratio(agreed, pairs.length),
    falsePositiveRate: ratio(falsePositives, negatives),
    falseNegativeRate: ratio(falseNegatives, positives),
    intervals: {
      agreement: wilsonInterval(agreed, pairs.length),
      falsePositiveRate: wilsonInterval(falsePositives, negatives),
      falseNegativeRate: wilsonInterval(falseNegatives, positives),
    },
    kappa: ratio(agreed * pairs.length - byChance, pairs.length ** 2 - byChance),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
