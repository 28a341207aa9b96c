import { AttemptTimeoutError } from "@rollouts/core";

/** The end of an attempt's time, and of the patience with it. */
export interface Deadline {
  /** Aborts when the time is over, or when the caller aborts the run. */
  readonly signal: AbortSignal;
  /** Resolves when the grace after that is over too: the slot is then taken back. */
  readonly released: Promise<void>;
  /** What ended the time, if anything has: the clock or the caller. Looks at the clock itself. */
  fired(): "timeout" | "cancelled" | null;
  /** What is left of the time; 0 when it is over. */
  remainingMs(): number;
  /** Settles like `work`; once released, rejects with the reason of the signal instead. */
  limit<Value>(work: Promise<Value>): Promise<Value>;
  /** Ends the time before it is over: the caller aborts the run, or its budget is spent. */
  cancel(reason: unknown): void;
  /** Stops the timers; nothing fires from then on. */
  close(): void;
}

export interface DeadlineOptions {
  readonly timeoutMs: number;
  readonly graceMs: number;
}

/** Starts the time of one attempt. */
export function startDeadline({ timeoutMs, graceMs }: DeadlineOptions): Deadline {
  const startedAt = performance.now();
  const controller = new AbortController();
  let cause: "timeout" | "cancelled" | null = null;
  let isClosed = false;
  let graceTimer: NodeJS.Timeout | undefined;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const timer = setTimeout(timeOut, timeoutMs);

  function timeOut(): void {
    fire("timeout", new AttemptTimeoutError(timeoutMs));
  }

  function fire(why: "timeout" | "cancelled", reason: unknown): void {
    if (cause !== null || isClosed) return;
    cause = why;
    clearTimeout(timer);
    graceTimer = setTimeout(release, graceMs);
    controller.abort(reason);
  }

  return {
    signal: controller.signal,
    released,
    fired() {
      // An attempt that blocks the thread keeps the timer from firing in time.
      if (cause === null && performance.now() - startedAt >= timeoutMs) timeOut();
      return cause;
    },
    remainingMs() {
      return cause === null ? Math.max(0, timeoutMs - (performance.now() - startedAt)) : 0;
    },
    async limit(work) {
      const late = released.then(() => Promise.reject(controller.signal.reason));
      return Promise.race([work, late]);
    },
    cancel: (reason) => fire("cancelled", reason),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(graceTimer);
    },
  };
}
