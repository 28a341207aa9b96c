import { describe, expect, it } from "vitest";
import { untilAborted } from "./until-aborted.ts";

const reason = new Error("deadline");
const never = new Promise<never>(() => undefined);

/** A signal that counts the listeners that are left on it. */
function countingSignal(): { controller: AbortController; listenerCount: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  let count = 0;
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    count += 1;
    add(...args);
  }) as typeof add;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    count -= 1;
    remove(...args);
  }) as typeof remove;
  return { controller, listenerCount: () => count };
}

describe("untilAborted", () => {
  it("gives what the work gives and leaves no listener", async () => {
    const { controller, listenerCount } = countingSignal();
    expect(await untilAborted(Promise.resolve(7), controller.signal)).toBe(7);
    await expect(untilAborted(Promise.reject(new Error("own")), controller.signal)).rejects.toThrow(
      "own",
    );
    expect(listenerCount()).toBe(0);
  });

  it("throws the reason when the signal aborts before or during work that ignores it", async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(untilAborted(never, controller.signal)).rejects.toBe(reason);
  });

  it("throws the reason when the work put the abort in words of its own", async () => {
    const controller = new AbortController();
    const work = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener("abort", () => reject(new Error("request was aborted")));
    });
    const waiting = untilAborted(work, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it("drops what work that was left behind throws later", async () => {
    const controller = new AbortController();
    let fail = (_error: Error): void => undefined;
    const work = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const waiting = untilAborted(work, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    // An unhandled rejection would fail the test run.
    fail(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
