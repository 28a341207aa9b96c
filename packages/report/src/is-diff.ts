import type { ResultDiff } from "@rollouts/core";

/** True for what `result.diff(baseline)` gives, as far as a glance tells. */
export function isDiff(value: unknown): value is ResultDiff {
  const diff = value as Partial<ResultDiff> | null | undefined;
  return Array.isArray(diff?.rows) && typeof diff.verdict === "string";
}
