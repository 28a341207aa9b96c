import { untilAborted } from "@rollouts/core";

/** Lets so many pieces of work run at once; more wait in line. */
export interface Semaphore {
  /** Rejects with the reason of the signal when that aborts before the turn has come. */
  run<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
}

/** Makes a semaphore for `limit` pieces of work at once. */
export function createSemaphore(limit: number): Semaphore {
  const line = new Set<() => void>();
  let running = 0;

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < limit) {
      running += 1;
      return;
    }
    let callUp: () => void = () => {};
    const turn = new Promise<void>((resolve) => {
      callUp = resolve;
    });
    line.add(callUp);
    try {
      await untilAborted(turn, signal);
    } catch (error) {
      // Called up in the very moment of the abort, it holds a place that nobody else would free.
      if (!line.delete(callUp)) leave();
      throw error;
    }
  }

  function leave(): void {
    const [next] = line;
    if (next === undefined) {
      running -= 1;
      return;
    }
    line.delete(next);
    next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
