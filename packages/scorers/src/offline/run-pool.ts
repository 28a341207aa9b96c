import { onAbort, untilAborted } from "@rollouts/core";

export interface PoolOptions {
  /** How many items at one time, from 1 on. @defaultValue 1 */
  readonly concurrency?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works through a list, in order, at most `concurrency` items at one time.
 *
 * Rejects with the signal's reason as soon as it aborts, work that is under way left behind, and with
 * the first error of `work`; then no more is begun, and the signal that `work` gets aborts, since
 * nobody would read what the others give.
 */
export async function runPool<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  { concurrency = 1, signal = new AbortController().signal }: PoolOptions,
): Promise<Result[]> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const stopForwarding = onAbort(signal, () => controller.abort(signal.reason));
  const results: Result[] = [];
  const queue = items.entries();
  async function take(): Promise<void> {
    for (const [index, item] of queue) {
      controller.signal.throwIfAborted();
      results[index] = await untilAborted(work(item, controller.signal), controller.signal);
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, take));
    signal.throwIfAborted();
    return results;
  } catch (thrown) {
    controller.abort(thrown);
    throw thrown;
  } finally {
    stopForwarding();
  }
}
