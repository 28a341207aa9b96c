import type { AttemptResult } from "@rollouts/core";

/**
 * The attempts of a task that count, by index. Of several for one index the last does, but a cancelled
 * one only when there is no other: it tells less than what an earlier run had found.
 */
export function whatCounts<Output>(
  attempts: readonly AttemptResult<Output>[],
): AttemptResult<Output>[] {
  const byIndex = new Map<number, AttemptResult<Output>>();
  for (const attempt of attempts) {
    const known = byIndex.get(attempt.attemptIndex);
    const tellsLess = attempt.stopReason === "cancelled" && known?.stopReason !== "cancelled";
    if (known === undefined || !tellsLess) byIndex.set(attempt.attemptIndex, attempt);
  }
  return [...byIndex.values()].sort((a, b) => a.attemptIndex - b.attemptIndex);
}
