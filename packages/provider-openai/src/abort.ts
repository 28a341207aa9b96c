import { onAbort } from "@rollouts/core";

/**
 * Runs work that can be stopped. Rejects with the reason of `signal` as soon as that aborts, whether
 * or not the work notices.
 *
 * The work gets a signal of its own. HTTP clients leave listeners on the signals they are handed,
 * and `signal` may live as long as a run of thousands of calls.
 */
export async function withAbort<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const child = new AbortController();
  let stopWaiting = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stopWaiting = onAbort(signal, () => {
      reject(signal.reason);
      child.abort(signal.reason);
    });
  });
  try {
    return await Promise.race([work(child.signal), stopped]);
  } finally {
    stopWaiting();
  }
}
