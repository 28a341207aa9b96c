import type { GiveTurn } from "../time/event-loop-turn.ts";

export interface PoolOptions<Item> {
  readonly concurrency: number;
  /** The next item, or a promise of it; `undefined` ends the slot that asks. */
  readonly next: () => Promise<Item | undefined> | Item | undefined;
  /** Must not reject. */
  readonly work: (item: Item) => Promise<void>;
  readonly giveTurn: GiveTurn;
}

/** Works through items, at most `concurrency` at a time, each taken only when a slot is free. */
export async function runPool<Item>(options: PoolOptions<Item>): Promise<void> {
  const { next, work, giveTurn } = options;
  async function fillSlot(): Promise<void> {
    while (true) {
      const turn = giveTurn();
      if (turn !== undefined) await turn;
      const offered = next();
      // Without an await where none is needed, so that nothing happens between the offer and the work.
      const item = offered instanceof Promise ? await offered : offered;
      if (item === undefined) return;
      await work(item);
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, fillSlot));
}
