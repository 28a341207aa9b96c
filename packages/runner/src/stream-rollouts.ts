import { Readable } from "node:stream";
import type { AttemptResult, Environment, ResultEnd, ResultHeader } from "@rollouts/core";
import type { RunRolloutsOptions } from "./options/options.ts";
import { type Door, openRun } from "./run/open-run.ts";
import { performRun } from "./run/perform-run.ts";
import type { Run } from "./run/run.ts";
import { closeUnused } from "./sink/close-unused.ts";

/** A run whose attempts are handed over one by one, in the order in which they end. */
export interface RolloutStream<Output = unknown> extends AsyncIterable<AttemptResult<Output>> {
  /** What the run sets out to do. Rejects when the run cannot begin. */
  readonly header: Promise<ResultHeader>;
  /** How the run ended. Rejects when the run cannot begin, or its sink fails. */
  readonly ended: Promise<ResultEnd>;
}

/**
 * Runs like `runRollouts`, but keeps nothing: each attempt is yielded when it is over, so that runs
 * of any size take constant memory. Iterate once.
 *
 * The run starts at once and goes no faster than it is read: a slot is free again when its attempt
 * has been taken; with a sink, a few more may wait to be safe, and then to be taken. Leaving the loop
 * aborts the run: what is in flight is cancelled, and `ended` says `aborted`, unless every attempt was
 * over. There is no `run-end` event. Of a run that goes on, only what ran now, or was scored again, is
 * yielded.
 *
 * @throws InvalidArgumentError for options or tasks that cannot be used.
 */
export function streamRollouts<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected> = {},
): RolloutStream<Output> {
  const stop = new AbortController();
  const waiting: (() => void)[] = [];
  const makeRoom = () => {
    for (const goOn of waiting.splice(0)) goOn();
  };
  const attempts = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: makeRoom,
    destroy(error, done) {
      stop.abort(error ?? new DOMException("The reader has left.", "AbortError"));
      makeRoom();
      done(error);
    },
  });
  const run = openOrClose<Output, Expected>(env, options, {
    signal: stop.signal,
    keep(attempt) {
      const isFull = !attempts.destroyed && !attempts.push(attempt);
      return isFull ? new Promise((resolve) => waiting.push(resolve)) : undefined;
    },
    keepStored: undefined,
  });
  return {
    ...startRun(run, attempts, followSignal(options.signal, stop)),
    [Symbol.asyncIterator]: () => attempts[Symbol.asyncIterator](),
  };
}

function openOrClose<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected>,
  door: Door<Output>,
): Run<Output, Expected> {
  try {
    return openRun(env, options, door);
  } catch (thrown) {
    void closeUnused(options);
    throw thrown;
  }
}

function startRun<Output, Expected>(
  run: Run<Output, Expected>,
  attempts: Readable,
  unfollow: () => void,
): Pick<RolloutStream<Output>, "header" | "ended"> {
  let tellHeader: (header: ResultHeader) => void = () => {};
  const started = new Promise<ResultHeader>((resolve) => {
    tellHeader = resolve;
  });
  const performed = performRun(run, tellHeader).finally(unfollow);
  const ended = performed.then(({ header }) => header.end);
  const header = Promise.race([started, performed.then((done) => done.header)]);
  performed.then(
    () => attempts.push(null),
    (reason) => attempts.destroy(reason),
  );
  // Whoever uses one of the three meets the reason there; the others must not end the process.
  for (const promise of [header, ended]) promise.catch(() => {});
  attempts.on("error", () => {});
  return { header, ended };
}

/** Passes an abort of the caller on. Gives a function that lets go of the caller's signal. */
function followSignal(signal: AbortSignal | undefined, stop: AbortController): () => void {
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}
