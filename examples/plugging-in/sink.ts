// A sink of one's own: every record is posted to a collector, such as a tracker or a database.
import type { ResultSink } from "@rollouts/core";

export function collectorSink(url: string): ResultSink {
  let idle: Promise<void> = Promise.resolve();
  let isClosed = false;
  return {
    specVersion: "v1", // and no `resumeFrom`: this sink cannot tell what the collector has
    async append(record) {
      if (isClosed) throw new Error("The sink is closed.");
      const sent = post(url, JSON.stringify(record)); // now: it may be changed later
      idle = Promise.allSettled([idle, sent]).then(() => undefined); // their results would pile up
      await sent; // the attempt is announced when this settles, so not before it is safe
    },
    async close() {
      isClosed = true;
      await idle;
    },
  };
}

/** Rejects when the collector does not say that it has the record: the run then ends. */
async function post(url: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(url, { method: "POST", headers, body, signal });
  await response.arrayBuffer(); // read to its end, so that the connection serves the next record
  if (!response.ok) throw new Error(`The collector answered with status ${response.status}.`);
}
