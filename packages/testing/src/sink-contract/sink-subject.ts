import { isDeepStrictEqual } from "node:util";
import {
  type AttemptResult,
  describeThrown,
  type ResultRecord,
  type ResultSink,
  type ResultSource,
} from "@rollouts/core";
import { sinkBroken } from "../contract/broken.ts";
import { settlesWithin } from "../contract/settles-within.ts";

/** What `sinkContract` takes. */
export interface SinkContractOptions {
  /** Makes a new sink that holds nothing yet. Each name is used once. */
  readonly create: (name: string) => ResultSink | Promise<ResultSink>;
  /**
   * What the sink of that name holds. Without it the checks of what was written are left out, as they
   * must be for a sink that only passes records on.
   */
  readonly read?: ((name: string) => ResultSource | Promise<ResultSource>) | undefined;
  /** Opens the sink of that name again, after it was closed. Without it resuming is not checked. */
  readonly resume?: ((name: string) => ResultSink | Promise<ResultSink>) | undefined;
}

export type Reader = NonNullable<SinkContractOptions["read"]>;

const timeoutMs = 30_000;
let count = 0;

/** A name that no other check uses. */
export function newName(): string {
  count += 1;
  return `sink-contract-${count}`;
}

/** Waits for a sink; says what it was doing when it fails or does not settle. */
export async function expectSettled<Value>(what: string, work: Promise<Value>): Promise<Value> {
  if (!(await settlesWithin(work, timeoutMs))) {
    throw sinkBroken(`${what} does not settle within ${timeoutMs / 1000} seconds.`);
  }
  try {
    return await work;
  } catch (thrown) {
    throw sinkBroken(`${what} rejects: ${describeThrown(thrown)}`, thrown);
  }
}

export async function appendAll(sink: ResultSink, records: readonly ResultRecord[]): Promise<void> {
  for (const record of records) {
    await expectSettled(`append(${record.type})`, sink.append(record));
  }
}

export async function close(sink: ResultSink): Promise<void> {
  await expectSettled("close()", sink.close());
}

/** Holds what was read to the attempts that were appended, task by task, in order of index. */
export async function expectAttempts(
  source: ResultSource,
  wanted: readonly AttemptResult[],
): Promise<void> {
  const found: AttemptResult[] = [];
  for await (const { task } of source.tasks()) {
    for await (const attempt of source.attempts(task.id)) found.push(attempt);
  }
  const labels = (attempts: readonly AttemptResult[]) =>
    attempts.map(({ taskId, attemptIndex }) => `${taskId}/${attemptIndex}`).join(", ");
  if (labels(found) !== labels(wanted)) {
    throw sinkBroken(`It holds the attempts ${labels(found)}, not ${labels(wanted)}.`);
  }
  for (const [index, attempt] of found.entries()) {
    if (isDeepStrictEqual(withoutUndefined(attempt), withoutUndefined(wanted[index]))) continue;
    throw sinkBroken(`The attempt ${labels([attempt])} is not as it was appended.`);
  }
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
