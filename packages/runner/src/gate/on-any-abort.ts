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
