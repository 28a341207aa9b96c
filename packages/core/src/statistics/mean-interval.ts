import { meanOf } from "./mean-of.ts";
import { sampleVariance } from "./sample-variance.ts";
import { reach95 } from "./t-quantile.ts";

/** A mean with its standard error and 95 % interval. */
export interface MeanInterval {
  readonly mean: number | null;
  /** `null` with fewer than two values. */
  readonly se: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Mean, standard error and 95 % interval (t below 30 values) of independent values. */
export function meanInterval(values: readonly number[]): MeanInterval {
  if (values.length === 0) return { mean: null, se: null, low: null, high: null };
  const variance = sampleVariance(values);
  const se = variance === null ? null : Math.sqrt(variance / values.length);
  return intervalAround(meanOf(values), se, values.length);
}

/** The 95 % interval of a mean that rests on so many independent values. */
export function intervalAround(
  mean: number,
  se: number | null,
  independentCount: number,
): MeanInterval {
  if (se === null) return { mean, se, low: null, high: null };
  const half = se * reach95(independentCount);
  return { mean, se, low: mean - half, high: mean + half };
}
