import { describeValue, invalidArgument } from "@rollouts/core";

/**
 * Refuses integers over 2^53 in plain data that stands at `path`: JavaScript has rounded them, so
 * that they would be equal to those of other calls.
 */
export function refuseRounded(value: unknown, path: string, caller: string): void {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const wanted = "a number that is exact, with integers over 2^53 as text";
    throw invalidArgument(path, wanted, value, { caller });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? key : describeValue(key);
    refuseRounded(member, `${path}[${step}]`, caller);
  }
}
