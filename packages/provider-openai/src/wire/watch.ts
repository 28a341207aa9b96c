import { onAbort, untilAborted } from "@rollouts/core";

/** How long a call may wait for the server, in milliseconds. */
export interface Deadlines {
  /** From the request to the head of the answer. */
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
  /** What came suffices: no deadline counts any more. The work bounds what it still waits for. */
  sufficed(): void;
  /** The answer came to its end, so nothing of it is open. */
  ended(): void;
}

/** Tells a call that is over from one that was stopped. Made once, since errors cost time. */
const over = new Error("The call is over.");

/**
 * Does the work of one call. Rejects as soon as `signal` aborts, with its reason, or as soon as a
 * deadline passes, with what `toError` makes of it; whether or not the work notices. The work gets a
 * signal of its own, since HTTP clients leave listeners behind and `signal` may live as long as a run of
 * thousands of calls. That signal aborts at the end, unless the answer came to its own, so nothing stays
 * open; an abort costs more than the rest of the watch.
 */
export async function watchOver<Result>(
  signal: AbortSignal,
  { deadlines, toError }: { deadlines: Deadlines; toError: (passed: keyof Deadlines) => Error },
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const child = new AbortController();
  const stopForwarding = onAbort(signal, () => child.abort(signal.reason));
  const expireIn = (name: keyof Deadlines) =>
    setTimeout(() => child.abort(toError(name)), deadlines[name]);
  let state: "waiting" | "reading" | "sufficed" = "waiting";
  let isEnded = false;
  let timer = expireIn("firstByteTimeoutMs");
  const watch: Watch = {
    signal: child.signal,
    progressed() {
      if (child.signal.aborted || state === "sufficed") return;
      if (state === "reading") {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      state = "reading";
      timer = expireIn("idleTimeoutMs");
    },
    sufficed() {
      clearTimeout(timer);
      state = "sufficed";
    },
    ended() {
      isEnded = true;
    },
  };
  try {
    return await untilAborted(work(watch), child.signal);
  } finally {
    clearTimeout(timer);
    stopForwarding();
    if (!isEnded) child.abort(over);
  }
}
