import { once } from "node:events";
import { Worker } from "node:worker_threads";

export type Row = readonly (string | number | null)[];

export interface Query {
  /** SQL that makes the tables and fills them. */
  readonly database: string;
  /** Foreign SQL: one query. */
  readonly sql: string;
  readonly signal: AbortSignal;
  /** @defaultValue 10_000 */
  readonly timeoutMs?: number;
}

/**
 * Runs a query on a database of its own, in a thread of its own: SQL that never ends would block
 * every other attempt, and a thread can be ended. Gives what went wrong with the query as `error`;
 * rejects when the fault is not the query's.
 */
export async function query({ database, sql, signal, timeoutMs = 10_000 }: Query) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const worker = new Worker(new URL("./query-worker.mjs", import.meta.url), {
    workerData: { database, sql, maxRows: 1000 },
    env: {},
  });
  try {
    const [answer] = await once(worker, "message", { signal: AbortSignal.any([signal, timeout]) });
    return answer as { rows: Row[]; error?: never } | { error: string; rows?: never };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { error: `no answer within ${timeoutMs} ms` };
    throw error;
  } finally {
    await worker.terminate();
  }
}
