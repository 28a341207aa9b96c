import { meanOf } from "./mean-of.ts";
import { sampleVariance } from "./sample-variance.ts";

/** How much of what varies lies between tasks, and how much between the attempts of one task. */
export interface VarianceSplit {
  /** Mean of the task means. */
  readonly mean: number;
  /** Standard error of `mean`. */
  readonly se: number;
  /** Mean over tasks of the variance between the attempts of one task. */
  readonly within: number;
  /** Variance between the true means of the tasks; 0 where the estimate would be negative. */
  readonly between: number;
  /** Variance of the task means as measured, which chance in the attempts widens. */
  readonly varianceOfTaskMeans: number;
  /** Tasks with at least two values; only they count. */
  readonly taskCount: number;
}

/**
 * Splits the variance of scores into a part between tasks and a part between attempts.
 *
 * `within` is the mean of the sample variances s_t^2 of the tasks, `between = max(0, V - mean(s_t^2 / n_t))`
 * with the sample variance V of the task means, and `se = sqrt(V / T)`. Sources: Miller,
 * arXiv 2411.00640, section 3; the usual estimators of a one-way random-effects model.
 *
 * @param valuesByTask values of the scored attempts of each task, 0 or 1 for passes.
 * @returns `null` unless two tasks have two values each.
 */
export function splitVariance(valuesByTask: readonly (readonly number[])[]): VarianceSplit | null {
  const tasks = valuesByTask.flatMap((values) => {
    const variance = sampleVariance(values);
    return variance === null ? [] : [{ mean: meanOf(values), variance, count: values.length }];
  });
  const means = tasks.map(({ mean }) => mean);
  const varianceOfTaskMeans = sampleVariance(means);
  if (varianceOfTaskMeans === null) return null;
  const chance = meanOf(tasks.map(({ variance, count }) => variance / count));
  return {
    mean: meanOf(means),
    se: Math.sqrt(varianceOfTaskMeans / tasks.length),
    within: meanOf(tasks.map(({ variance }) => variance)),
    between: Math.max(0, varianceOfTaskMeans - chance),
    varianceOfTaskMeans,
    taskCount: tasks.length,
  };
}

/**
 * The standard error of the mean of task rates that so many tasks of `k` attempts each would give:
 * `sqrt((between + within / k) / taskCount)`. Three calls tell what to buy: with the numbers of the
 * run, with more attempts, and with more tasks. `null` for numbers that are no counts.
 */
export function expectedStandardError(
  split: Pick<VarianceSplit, "between" | "within">,
  { taskCount, k }: { readonly taskCount: number; readonly k: number },
): number | null {
  if (![taskCount, k].every((count) => Number.isSafeInteger(count) && count >= 1)) return null;
  return Math.sqrt((split.between + split.within / k) / taskCount);
}
