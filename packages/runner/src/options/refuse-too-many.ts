import { InvalidArgumentError, maxAttempts } from "@rollouts/core";

/** @throws InvalidArgumentError for a plan of more attempts than a run may have. */
export function refuseTooMany(k: number, taskCount: number): void {
  if (k * Math.max(1, taskCount) <= maxAttempts) return;
  throw new InvalidArgumentError({
    argument: "k",
    message: `k = ${k} is too much for ${taskCount} ${taskCount === 1 ? "task" : "tasks"}: a run has at most ${maxAttempts} attempts. Lower k, or select fewer tasks.`,
  });
}
