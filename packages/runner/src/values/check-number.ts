import { invalidArgument, maxDelayMs } from "@rollouts/core";

/** @throws InvalidArgumentError unless the value is a whole number, at least `minimum`. */
export function checkWhole(argument: string, value: unknown, minimum: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= minimum) return;
  throw invalidArgument(argument, `a whole number >= ${minimum}`, value);
}

/** @throws InvalidArgumentError unless the value is a finite number over 0. */
export function checkPositive(argument: string, value: unknown): void {
  if (Number.isFinite(value) && (value as number) > 0) return;
  throw invalidArgument(argument, "a finite number over 0", value);
}

/** True for what a timer can wait. */
export function isDelay(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= maxDelayMs;
}
