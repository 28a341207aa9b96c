import { type Deadline, type DeadlineOptions, startDeadline } from "./deadline.ts";

/** Starts the time of every attempt of a run, and passes an end of the run on to those in flight. */
export interface Deadlines {
  /** Cancelled from the start when the run is ended already. */
  start(): Deadline;
  /** True when the caller has aborted. */
  isAborted(): boolean;
  /** All that end the run: the caller's, if there is one, and others. */
  readonly signals: readonly AbortSignal[];
  /** Lets go of the signals. */
  close(): void;
}

export interface DeadlinesOptions extends DeadlineOptions {
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Aborts when what attempts give can no longer be kept. */
  readonly failed: AbortSignal;
}

/** Listens once per run, since a listener per attempt would pile up on the caller's signal. */
export function createDeadlines({ signal, failed, ...limits }: DeadlinesOptions): Deadlines {
  const inFlight = new Set<Deadline>();
  const signals = signal === undefined ? [failed] : [signal, failed];
  const ended = () => signals.find(({ aborted }) => aborted);
  const cancelAll = () => {
    for (const deadline of inFlight) deadline.cancel(ended()?.reason);
  };
  for (const each of signals) each.addEventListener("abort", cancelAll, { once: true });
  return {
    start() {
      const deadline = startDeadline(limits);
      inFlight.add(deadline);
      const end = ended();
      if (end !== undefined) deadline.cancel(end.reason);
      return {
        ...deadline,
        close() {
          inFlight.delete(deadline);
          deadline.close();
        },
      };
    },
    signals,
    isAborted: () => signal?.aborted ?? false,
    close: () => {
      for (const each of signals) each.removeEventListener("abort", cancelAll);
    },
  };
}
