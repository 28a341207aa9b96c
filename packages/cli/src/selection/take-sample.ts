import { createHash } from "node:crypto";

export interface SampleOptions<Item> {
  readonly size: number;
  readonly seed: number;
  readonly idOf: (item: Item) => string;
}

/**
 * Draws some of a list, in the order of the list. Which ones follows from the seed and the ids alone, so
 * that another order, or a new item, changes little.
 */
export function takeSample<Item>(
  items: readonly Item[],
  { size, seed, idOf }: SampleOptions<Item>,
): Item[] {
  const drawn = items
    .map((item, index) => ({ index, lot: lotOf(`${seed}:${idOf(item)}`) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, size);
  const indexes = new Set(drawn.map(({ index }) => index));
  return items.filter((_, index) => indexes.has(index));
}

function lotOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
