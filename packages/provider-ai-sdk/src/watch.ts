import { onAbort, untilAborted } from "@rollouts/core";

/** How long a call may wait for the provider, in milliseconds. */
export interface Deadlines {
  /** Until the reply begins. */
  readonly firstByteTimeoutMs: number;
  /** Between two signs of progress after that. */
  readonly idleTimeoutMs: number;
}

/** Watches over one call. */
export interface Watch {
  /** Aborts when the caller aborts, when a deadline passes, and when the call is over. */
  readonly signal: AbortSignal;
  /** The call got on: the idle deadline begins anew. */
  progressed(): void;
}

/** Tells a call that is over from one that was stopped. Made once, since errors cost time. */
const over = new Error("The call is over.");

/**
 * Does the work of one call. Rejects as soon as `signal` aborts, with its reason, or as soon as a
 * deadline passes, with what `toError` makes of it; whether or not the work notices. The work gets a
 * signal of its own, which aborts at the end: providers leave listeners behind, and `signal` may live
 * as long as a run of thousands of calls.
 */
export async function watchOver<Result>(
  signal: AbortSignal,
  { deadlines, toError }: { deadlines: Deadlines; toError: (passed: keyof Deadlines) => Error },
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const child = new AbortController();
  const stopForwarding = onAbort(signal, () => child.abort(signal.reason));
  let current: keyof Deadlines = "firstByteTimeoutMs";
  const startTimer = () => {
    const expire = () => child.abort(toError(current));
    return setTimeout(expire, deadlines[current]);
  };
  let timer = startTimer();
  const watch: Watch = {
    signal: child.signal,
    progressed() {
      if (child.signal.aborted) return;
      clearTimeout(timer);
      current = "idleTimeoutMs";
      timer = startTimer();
    },
  };
  try {
    return await untilAborted(work(watch), child.signal);
  } finally {
    clearTimeout(timer);
    stopForwarding();
    child.abort(over);
  }
}
