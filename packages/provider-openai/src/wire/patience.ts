/** Waits for a while and no longer. */
export interface Patience {
  /** Resolves when the time is up that was given last. */
  readonly over: Promise<void>;
  endsIn(delayMs: number): void;
  /** Ends the wait without resolving. */
  stop(): void;
}

/** Patience without an end, until it is given one. */
export function createPatience(): Patience {
  let timer: NodeJS.Timeout | undefined;
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    over,
    endsIn(delayMs) {
      clearTimeout(timer);
      timer = setTimeout(end, delayMs);
    },
    stop: () => clearTimeout(timer),
  };
}
