import { z95 } from "./wilson-interval.ts";

/** A mean with its standard error and 95 % interval. */
export interface MeanInterval {
  readonly mean: number | null;
  /** `null` with fewer than two values. */
  readonly se: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** From this many values on, the normal distribution replaces the t distribution. */
const largeSample = 30;

/** Mean, standard error and 95 % interval (t below 30 values) of independent values. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const n = values.length;
  if (n === 0) return { mean: null, se: null, low: null, high: null };
  const mean = meanOf(values);
  if (n === 1) return { mean, se: null, low: null, high: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const se = Math.sqrt(squares / (n - 1) / n);
  const half = se * (n < largeSample ? tQuantile975(n - 1) : z95);
  return { mean, se, low: mean - half, high: mean + half };
}

/** The second pass takes away the error of the first, so that equal values have no spread. */
function meanOf(values: readonly number[]): number {
  const rough = values.reduce((sum, value) => sum + value, 0) / values.length;
  return rough + values.reduce((sum, value) => sum + (value - rough), 0) / values.length;
}

/** The 97.5 % point of Student's t distribution, by bisection of its distribution function. */
export function tQuantile975(degreesOfFreedom: number): number {
  let low = 0;
  let high = 13; // the point for one degree of freedom is 12.706
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (tProbability(middle, degreesOfFreedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * P(-t < T < t) for whole degrees of freedom, by the finite series of Abramowitz and Stegun,
 * 26.7.3 and 26.7.4.
 */
function tProbability(t: number, degreesOfFreedom: number): number {
  const angle = Math.atan(t / Math.sqrt(degreesOfFreedom));
  const cosine = Math.cos(angle);
  const odd = degreesOfFreedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degreesOfFreedom === 1 ? 0 : term;
  for (let i = odd ? 3 : 2; i <= degreesOfFreedom - 2; i += 2) {
    term *= ((i - 1) / i) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
