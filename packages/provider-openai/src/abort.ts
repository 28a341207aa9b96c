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
  let stop = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(signal.reason);
      child.abort(signal.reason);
    };
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(child.signal), stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
