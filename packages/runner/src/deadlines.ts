import { type Deadline, type DeadlineOptions, startDeadline } from "./deadline.ts";

/** Starts the time of every attempt of a run, and passes an abort on to those in flight. */
export interface Deadlines {
  /** Cancelled from the start when the caller has aborted already. */
  start(): Deadline;
  isAborted(): boolean;
  /** Lets go of the caller's signal. */
  close(): void;
}

export interface DeadlinesOptions extends DeadlineOptions {
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
}

/** Listens once per run, since a listener per attempt would pile up on the caller's signal. */
export function createDeadlines({ signal, ...limits }: DeadlinesOptions): Deadlines {
  const inFlight = new Set<Deadline>();
  const cancelAll = () => {
    for (const deadline of inFlight) deadline.cancel(signal?.reason);
  };
  signal?.addEventListener("abort", cancelAll, { once: true });
  return {
    start() {
      const deadline = startDeadline(limits);
      inFlight.add(deadline);
      if (signal?.aborted) deadline.cancel(signal.reason);
      return {
        ...deadline,
        close() {
          inFlight.delete(deadline);
          deadline.close();
        },
      };
    },
    isAborted: () => signal?.aborted ?? false,
    close: () => signal?.removeEventListener("abort", cancelAll),
  };
}
