import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { clusteredMeanInterval } from "./clustered-mean-interval.ts";
import { type MeanInterval, meanInterval } from "./mean-interval.ts";
import { sampleVariance } from "./sample-variance.ts";

/** The mean difference of two results over the tasks that both measured. */
export interface PairedDifference extends MeanInterval {
  /** Tasks that it rests on. */
  readonly taskCount: number;
  /** What the standard error would be if the two had measured different tasks. */
  readonly unpairedSe: number | null;
  /** Tasks where the current rate is higher. */
  readonly wins: number;
  /** Tasks where the current rate is lower. */
  readonly losses: number;
  readonly ties: number;
}

/** Rates that differ by no more than this are equal: the rest is rounding. */
export const rateTolerance = 1e-9;

/**
 * Mean of `current - baseline` over tasks, with standard error `sd(differences) / sqrt(T)` and 95 %
 * interval (t below 30 tasks). With `clusters` the error is that of `clusteredMeanInterval`, and
 * clusters take the place of tasks. Source: Miller, arXiv 2411.00640, section 4.
 *
 * @param options.clusters family of each task, where tasks of one family resemble each other.
 * @throws InvalidArgumentError unless all lists have the same length.
 */
export function pairedDifference(
  current: readonly number[],
  baseline: readonly number[],
  options: { readonly clusters?: readonly string[] | undefined } = {},
): PairedDifference {
  if (current.length !== baseline.length) {
    throw new InvalidArgumentError({
      argument: "baseline",
      message: `baseline must have one rate for each of current, got ${baseline.length} for ${current.length}.`,
    });
  }
  const differences = current.map((rate, index) => rate - (baseline[index] ?? Number.NaN));
  const { mean, se, low, high } =
    options.clusters === undefined
      ? meanInterval(differences)
      : clusteredMeanInterval(differences, options.clusters);
  const wins = differences.filter((difference) => difference > rateTolerance).length;
  const losses = differences.filter((difference) => difference < -rateTolerance).length;
  const ties = differences.length - wins - losses;
  const unpairedSe = unpairedErrorOf(current, baseline);
  return { mean, se, low, high, taskCount: differences.length, unpairedSe, wins, losses, ties };
}

function unpairedErrorOf(current: readonly number[], baseline: readonly number[]): number | null {
  const variances = [sampleVariance(current), sampleVariance(baseline)];
  const [first = null, second = null] = variances;
  return first === null || second === null ? null : Math.sqrt((first + second) / current.length);
}
