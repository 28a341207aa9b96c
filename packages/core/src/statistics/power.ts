import { normalQuantile } from "./normal-quantile.ts";

/** What is known, or assumed, about a comparison that is being planned. */
export interface ComparisonPlan {
  /**
   * Variance over tasks of the true difference of the two rates (omega squared): `Var(a) + Var(b) - 2 Cov(a, b)`.
   */
  readonly differenceVariance: number;
  readonly current: PlannedSide;
  readonly baseline: PlannedSide;
  /** Chance to see a difference where there is none, two-sided. @defaultValue 0.05 */
  readonly alpha?: number | undefined;
  /** Chance to see the difference that there is. @defaultValue 0.8 */
  readonly power?: number | undefined;
}

/** One side of a planned comparison. */
export interface PlannedSide {
  /** Variance between the attempts of one task: `within` of `splitVariance`. */
  readonly within: number;
  /** Attempts per task. */
  readonly k: number;
}

/**
 * Tasks that a comparison needs to see a difference of this size:
 * `(z(1 - alpha/2) + z(power))^2 * (omega^2 + within_a / k_a + within_b / k_b) / difference^2`,
 * rounded up. Source: Miller, arXiv 2411.00640, section 5.
 *
 * @returns `null` where that is undefined, such as for a difference of 0 or a power of 1.
 */
export function requiredTaskCount(difference: number, plan: ComparisonPlan): number | null {
  const exact = exactTaskCount(difference, plan);
  return exact === null ? null : Math.max(1, Math.ceil(exact));
}

/** The same before rounding. */
export function exactTaskCount(difference: number, plan: ComparisonPlan): number | null {
  const variance = varianceOf(plan);
  const reach = reachOf(plan);
  if (variance === null || reach === null) return null;
  if (!Number.isFinite(difference) || difference === 0) return null;
  return (reach ** 2 * variance) / difference ** 2;
}

/**
 * The smallest difference that a comparison over so many tasks can be expected to see:
 * `(z(1 - alpha/2) + z(power)) * sqrt((omega^2 + within_a / k_a + within_b / k_b) / taskCount)`.
 *
 * @returns `null` where that is undefined.
 */
export function smallestDetectableDifference(
  taskCount: number,
  plan: ComparisonPlan,
): number | null {
  const variance = varianceOf(plan);
  const reach = reachOf(plan);
  if (variance === null || reach === null || !isCount(taskCount)) return null;
  return reach * Math.sqrt(variance / taskCount);
}

/** Variance of the measured difference on one task. */
function varianceOf({ differenceVariance, current, baseline }: ComparisonPlan): number | null {
  const variances = [differenceVariance, current.within, baseline.within];
  if (!variances.every((variance) => Number.isFinite(variance) && variance >= 0)) return null;
  if (!isCount(current.k) || !isCount(baseline.k)) return null;
  return differenceVariance + current.within / current.k + baseline.within / baseline.k;
}

/** How many standard errors the difference must be away from 0. */
function reachOf({ alpha = 0.05, power = 0.8 }: ComparisonPlan): number | null {
  if (![alpha, power].every((chance) => chance > 0 && chance < 1)) return null;
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}
