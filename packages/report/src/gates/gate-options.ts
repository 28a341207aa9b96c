import { invalidArgument, isPlainObject, type ResultDiff, refuseUnknownKeys } from "@rollouts/core";
import { isDiff } from "../is-diff.ts";

/** What a result is held to. Every limit is a number from 0 to 1. */
export interface GateOptions {
  /**
   * Lowest pass rate, pooled over all scored attempts. Where these are less than half of the planned
   * ones and `minCoverage` is not given, there is not enough evidence.
   */
  readonly minPassRate?: number | undefined;
  /** Lowest pass rate that any task may have. */
  readonly minTaskRate?: number | undefined;
  /** Lowest share of the planned attempts that must be scored. */
  readonly minCoverage?: number | undefined;
  /** What `result.diff(baseline)` gave, for `maxDrop`. */
  readonly baseline?: ResultDiff | undefined;
  /** How far the mean of the task rates may fall below the baseline's. */
  readonly maxDrop?: number | undefined;
  /**
   * Counts a drop only when chance does not explain it, which is when the verdict of the comparison
   * is `regressed`.
   *
   * @defaultValue false
   */
  readonly significance?: boolean | undefined;
}

const limits = ["minPassRate", "minTaskRate", "minCoverage", "maxDrop"] as const;

/** Whether something is asked for beside evidence. */
export function hasLimit(options: GateOptions): boolean {
  return limits.some((name) => options[name] !== undefined);
}

/** Refuses options that cannot be meant. */
export function checkGateOptions(options: GateOptions, caller: string): void {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, [...limits, "baseline", "significance"], caller);
  const { baseline, maxDrop, significance }: GateOptions = options;
  for (const name of limits) {
    const limit: unknown = options[name];
    const isShare = typeof limit === "number" && limit >= 0 && limit <= 1;
    if (limit !== undefined && !isShare) throw invalidArgument(name, "a number from 0 to 1", limit);
  }
  if (significance !== undefined && typeof significance !== "boolean") {
    throw invalidArgument("significance", "true or false", significance);
  }
  if (baseline !== undefined && !isDiff(baseline)) {
    throw invalidArgument("baseline", "what result.diff(baseline) gives", baseline);
  }
  if ((maxDrop === undefined) !== (baseline === undefined)) {
    throw invalidArgument(
      maxDrop === undefined ? "maxDrop" : "baseline",
      "given too, since maxDrop and baseline work together only",
      undefined,
    );
  }
  if (significance !== undefined && maxDrop === undefined) {
    throw invalidArgument("maxDrop", "given too, since significance is about it", maxDrop);
  }
}
