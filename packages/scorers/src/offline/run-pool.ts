import { invalidArgument, untilAborted } from "@rollouts/core";
import { checkOptions } from "../check-options.ts";

/** How the scorer is asked, outside of a run. */
export interface OfflineOptions {
  /** Scorings at one time, for judges: a whole number from 1 on. @defaultValue 1 */
  readonly concurrency?: number | undefined;
  /** Stops it at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Refuses what is no such options, for the function that `door` names. */
export function checkOfflineOptions(options: OfflineOptions, door: string): void {
  checkOptions(options, { door, keys: ["concurrency", "signal"], example: "{ concurrency: 4 }" });
}

/**
 * Works through a list, in order, at most `concurrency` items at one time.
 *
 * Rejects with the signal's reason as soon as it aborts, work that is under way left behind, and with
 * the first error of `work`.
 */
export async function runPool<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  { concurrency = 1, signal = new AbortController().signal }: OfflineOptions,
): Promise<Result[]> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw invalidArgument("concurrency", "a whole number from 1 on", concurrency);
  }
  const results: Result[] = [];
  const queue = items.entries();
  async function take(): Promise<void> {
    for (const [index, item] of queue) {
      signal.throwIfAborted();
      results[index] = await untilAborted(work(item, index), signal);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, take));
  signal.throwIfAborted();
  return results;
}
