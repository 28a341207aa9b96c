import { type ResultRecord, type ResultSink, SinkError } from "@rollouts/core";

/** Announces what has happened once the sink has it safe. */
export interface CommitQueue {
  /** Appends a record that nobody is told of. @throws SinkError */
  append(record: ResultRecord): Promise<void>;
  /**
   * Appends a record, and announces it when it is safe. Settles, or is `undefined` at once, when the
   * slot that it came from is free: the announcement may come later.
   */
  commit(record: ResultRecord, announce: Announce): Promise<void> | undefined;
  /** Settles when everything is announced. @throws SinkError when something never will be. */
  drain(): Promise<void>;
  /** Aborts when the sink has failed; what comes to be committed from then on is lost. */
  readonly failed: AbortSignal;
  /** Closes the sink. @throws SinkError */
  close(): Promise<void>;
}

/** Settles, or is `undefined`, when whoever is told has room for more. */
export type Announce = () => Promise<void> | undefined;

/** Announces at once, for runs without a sink. */
export function announceAtOnce(): CommitQueue {
  return {
    append: async () => {},
    commit: (_record, announce) => announce(),
    drain: async () => {},
    failed: new AbortController().signal,
    close: async () => {},
  };
}

export interface CommitQueueOptions {
  readonly sink: ResultSink;
  /** How many records may wait to be safe and announced before slots are held up. */
  readonly maxPending: number;
}

/** Makes the queue of one run. */
export function createCommitQueue({ sink, maxPending }: CommitQueueOptions): CommitQueue {
  const failure = new AbortController();
  let pendingCount = 0;
  let committedCount = 0;
  const slots: (() => void)[] = [];
  const drains: (() => void)[] = [];

  async function announceWhenSafe(record: ResultRecord, announce: Announce): Promise<void> {
    try {
      await sink.append(record);
      committedCount += 1;
      await announce();
    } catch (cause) {
      failure.abort(cause);
    }
    pendingCount -= 1;
    if (pendingCount < maxPending) slots.shift()?.();
    if (pendingCount > 0) return;
    for (const release of [...slots.splice(0), ...drains.splice(0)]) release();
  }

  async function asSinkError(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      throw new SinkError({ committedCount, cause });
    }
  }

  return {
    append: (record) => asSinkError(() => sink.append(record)),
    close: () => asSinkError(() => sink.close()),
    commit(record, announce) {
      if (failure.signal.aborted) return undefined;
      pendingCount += 1;
      void announceWhenSafe(record, announce);
      return pendingCount < maxPending
        ? undefined
        : new Promise((release) => {
            slots.push(release);
          });
    },
    async drain() {
      if (pendingCount > 0) {
        await new Promise<void>((release) => {
          drains.push(release);
        });
      }
      const { aborted, reason: cause } = failure.signal;
      if (aborted) throw new SinkError({ committedCount, cause });
    },
    failed: failure.signal,
  };
}
