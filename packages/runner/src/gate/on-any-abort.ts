import { onAbort } from "@rollouts/core";

/** Calls back when one of the signals aborts; the function that it gives takes that back. */
export function onAnyAbort(signals: readonly AbortSignal[], callback: () => void): () => void {
  const stops = signals.map((signal) => onAbort(signal, callback));
  return () => {
    for (const stop of stops) stop();
  };
}

/** The first signal that has aborted; `undefined` when none has. */
export function firstAborted(signals: readonly AbortSignal[]): AbortSignal | undefined {
  return signals.find(({ aborted }) => aborted);
}

/** Throws the reason of the first signal that has aborted. */
export function throwIfAnyAborted(signals: readonly AbortSignal[]): void {
  for (const signal of signals) signal.throwIfAborted();
}

/** Waits for work, or for one of the signals to abort, and then rejects with its reason. */
export function untilAnyAborted<Value>(
  work: Promise<Value>,
  signals: readonly AbortSignal[],
): Promise<Value> {
  return new Promise((resolve, reject) => {
    throwIfAnyAborted(signals);
    const stopListening = onAnyAbort(signals, () => reject(firstAborted(signals)?.reason));
    void work.then(resolve, reject).finally(stopListening);
  });
}
