/** One of several parts of equal size, such as the second of three. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/**
 * The part of a list that a shard stands for. Parts are contiguous, so that merging them in order gives
 * the list again, and differ in size by one at most.
 */
export function takeShard<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
  const startOf = (part: number) => Math.floor((part * items.length) / count);
  return items.slice(startOf(index - 1), startOf(index));
}
