import type { GiveTurn } from "./event-loop-turn.ts";

export interface PoolOptions<Item> {
  readonly items: Iterator<Item>;
  readonly concurrency: number;
  /** Must not reject. */
  readonly work: (item: Item) => Promise<void>;
  /** Asked before each item is taken. */
  readonly shouldStop: () => boolean;
  readonly giveTurn: GiveTurn;
}

/** Works through items, at most `concurrency` at a time, each taken only when a slot is free. */
export async function runPool<Item>(options: PoolOptions<Item>): Promise<void> {
  const { items, work, shouldStop, giveTurn } = options;
  async function fillSlot(): Promise<void> {
    while (true) {
      await giveTurn();
      if (shouldStop()) return;
      const next = items.next();
      if (next.done) return;
      await work(next.value);
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, fillSlot));
}
