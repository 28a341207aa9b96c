interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waitingBySignal = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back when the signal aborts, once; the function that it gives takes that back.
 *
 * However many wait, the signal has one listener: Node takes more than ten for a leak and warns,
 * and many calls at once may share a signal.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const waiting = waitingBySignal.get(signal) ?? listen(signal);
  waiting.callbacks.add(callback);
  return () => {
    waiting.callbacks.delete(callback);
    if (waiting.callbacks.size > 0) return;
    signal.removeEventListener("abort", waiting.listener);
    waitingBySignal.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", listener, { once: true });
  const waiting = { callbacks, listener };
  waitingBySignal.set(signal, waiting);
  return waiting;
}
