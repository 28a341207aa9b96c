import { onAbort, untilAborted } from "@rollouts/core";

export interface TimeLimit {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Makes the error for work that took too long. */
  readonly tooLate: () => Error;
}

/**
 * Waits for work at most so long, and not beyond an abort of the signal. The work gets a signal of its
 * own for both: the SDK never takes its listeners off one.
 */
export async function limitTime<Value>(
  { timeoutMs, signal, tooLate }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(tooLate()), timeoutMs);
  const stopListening = onAbort(signal, () => controller.abort(signal.reason));
  try {
    return await untilAborted(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}
