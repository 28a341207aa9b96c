/**
 * The key of an object that stands for a value which JSON cannot carry, such as
 * `{"$rollouts":"bigint","value":"12"}`.
 */
export const oddKey = "$rollouts";

/** Whether a line may hold such an object; most do not. */
export function mayHoldOddValues(line: string): boolean {
  return line.includes(`"${oddKey}"`);
}
