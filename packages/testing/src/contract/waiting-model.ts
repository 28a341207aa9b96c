import type { Model } from "@rollouts/core";

export interface WaitingModel extends Model {
  /** Settles when the model is called for the first time. */
  readonly called: Promise<void>;
}

/** A model that never answers: a call ends when its signal aborts, as the contract of models wants. */
export function waitingModel(): WaitingModel {
  const identity = { provider: "testing", modelId: "waiting" };
  let tell = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    specVersion: "v1",
    ...identity,
    identity: () => ({ policy: identity }),
    called,
    generate({ signal }) {
      tell();
      return new Promise((_, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      });
    },
  };
}
