import { firstAborted, onAnyAbort, throwIfAnyAborted } from "./on-any-abort.ts";

/** Lets the first call of a model go alone, as long as nothing is known of its answers. */
export interface FirstCall {
  /** True once a call of the model was answered. */
  isOver(): boolean;
  /**
   * Resolves when a call may go: with true for the one that goes ahead of the others, which must
   * then say when it is over. Rejects when a signal aborts.
   */
  turn(signals: readonly AbortSignal[]): Promise<boolean>;
  /** The call that went ahead is over. What it has shown is known by now. */
  over(): void;
}

/** Calls that wait get their turn in order: all of them once something is known. */
export function createFirstCall(isKnown: () => boolean): FirstCall {
  const queue = new Set<() => void>();
  let isUnderWay = false;

  function admitWaiting(): void {
    for (const admit of queue) {
      if (isUnderWay) return;
      admit();
    }
  }

  function goes(): boolean {
    isUnderWay = !isKnown();
    return isUnderWay;
  }

  return {
    isOver: isKnown,
    async turn(signals) {
      if (!isUnderWay) return goes();
      return new Promise((resolve, reject) => {
        throwIfAnyAborted(signals);
        const leaveQueue = () => {
          queue.delete(admit);
          stopListening();
        };
        const admit = () => {
          leaveQueue();
          const aborted = firstAborted(signals);
          if (aborted === undefined) resolve(goes());
          else reject(aborted.reason);
        };
        const stopListening = onAnyAbort(signals, () => {
          leaveQueue();
          reject(firstAborted(signals)?.reason);
        });
        queue.add(admit);
      });
    },
    over() {
      isUnderWay = false;
      admitWaiting();
    },
  };
}
