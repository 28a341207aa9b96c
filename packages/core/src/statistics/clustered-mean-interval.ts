import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { intervalAround, type MeanInterval } from "./mean-interval.ts";
import { meanOf } from "./mean-of.ts";

/** A mean of values that come in clusters, with a standard error that allows for it. */
export interface ClusteredMeanInterval extends MeanInterval {
  /** Without the factor for few clusters; too small unless there are many. */
  readonly uncorrectedSe: number | null;
  readonly clusterCount: number;
}

/**
 * Mean, standard error and 95 % interval (t below 30 clusters) of values of which those of one cluster
 * resemble each other, such as attempts of one task, or tasks of one family.
 *
 * `uncorrectedSe = sqrt(sum over clusters of (sum of (x - mean))^2) / n` (Miller, arXiv 2411.00640);
 * `se` is `sqrt(C / (C - 1))` times that, for C clusters. `null` with fewer than two clusters.
 *
 * @param clusters the cluster of each value, in the order of `values`.
 * @throws InvalidArgumentError unless every value has a cluster.
 */
export function clusteredMeanInterval(
  values: readonly number[],
  clusters: readonly string[],
): ClusteredMeanInterval {
  if (values.length !== clusters.length) {
    throw new InvalidArgumentError({
      argument: "clusters",
      message: `clusters must have one entry for each value, got ${clusters.length} for ${values.length}.`,
    });
  }
  const clusterCount = new Set(clusters).size;
  if (values.length === 0) {
    return { mean: null, se: null, low: null, high: null, uncorrectedSe: null, clusterCount };
  }
  const mean = meanOf(values);
  if (clusterCount < 2) {
    return { ...intervalAround(mean, null, clusterCount), uncorrectedSe: null, clusterCount };
  }
  const sums = new Map<string, number>();
  for (const [index, cluster] of clusters.entries()) {
    sums.set(cluster, (sums.get(cluster) ?? 0) + ((values[index] ?? mean) - mean));
  }
  const squares = [...sums.values()].reduce((total, sum) => total + sum ** 2, 0);
  const uncorrectedSe = Math.sqrt(squares) / values.length;
  const se = uncorrectedSe * Math.sqrt(clusterCount / (clusterCount - 1));
  return { ...intervalAround(mean, se, clusterCount), uncorrectedSe, clusterCount };
}
