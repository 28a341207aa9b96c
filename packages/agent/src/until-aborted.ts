/**
 * Waits for work, or for the signal to abort, and then throws its reason. Work that ignores the
 * signal is left behind: what it gives or throws later is dropped.
 */
export async function untilAborted<Value>(
  work: PromiseLike<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } catch (error) {
    // The work may have noticed first, and put the abort in words of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
