import { AttemptTimeoutError } from "@rollouts/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDeadline } from "./deadline.ts";
import { createDeadlines } from "./deadlines.ts";

const limits = { timeoutMs: 1_000, graceMs: 250 };
const { signal: failed } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows a promise; tells what it has come to so far. */
function follow(promise: Promise<unknown>): () => unknown {
  let state: unknown = "pending";
  promise.then(
    (value) => {
      state = { value };
    },
    (reason) => {
      state = { reason };
    },
  );
  return () => state;
}

it("X2 aborts the signal when the time is over, and releases the slot after the grace", async () => {
  const deadline = startDeadline(limits);
  const released = follow(deadline.released);

  await vi.advanceTimersByTimeAsync(999);
  expect([deadline.signal.aborted, deadline.fired()]).toEqual([false, null]);
  await vi.advanceTimersByTimeAsync(1);
  // In this order, since fired() looks at the clock itself.
  expect([deadline.signal.aborted, deadline.fired()]).toEqual([true, "timeout"]);
  expect(deadline.signal.reason).toEqual(new AttemptTimeoutError(1_000));
  await vi.advanceTimersByTimeAsync(249);
  expect(released()).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(released()).toEqual({ value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

it("looks at the clock itself, since a blocked thread keeps the timer from firing", () => {
  const deadline = startDeadline(limits);

  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);

  expect(deadline.fired()).toBe("timeout");
  expect(deadline.signal.aborted).toBe(true);
  clock.mockRestore();
});

it("keeps the first cause: what comes after it changes nothing", async () => {
  const deadline = startDeadline(limits);

  deadline.cancel("enough");
  await vi.advanceTimersByTimeAsync(2_000);
  deadline.cancel("again");

  expect([deadline.fired(), deadline.signal.reason]).toEqual(["cancelled", "enough"]);
});

it("leaves no timer, and fires nothing, once it is closed", async () => {
  const deadline = startDeadline(limits);
  const cancelled = startDeadline(limits);

  cancelled.cancel("enough");
  deadline.close();
  cancelled.close();

  expect(vi.getTimerCount()).toBe(0);
  deadline.cancel("late");
  await vi.advanceTimersByTimeAsync(5_000);
  expect([deadline.fired(), deadline.signal.aborted]).toEqual([null, false]);
  expect(vi.getTimerCount()).toBe(0);
});

it("limits work to the time and the grace", async () => {
  const deadline = startDeadline(limits);
  const stuck = follow(deadline.limit(new Promise(() => {})));
  const quick = follow(deadline.limit(Promise.resolve("done")));
  const broken = follow(deadline.limit(Promise.reject("broken")));

  await vi.advanceTimersByTimeAsync(1_249);
  expect(quick()).toEqual({ value: "done" });
  expect(broken()).toEqual({ reason: "broken" });
  expect(stuck()).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(stuck()).toEqual({ reason: deadline.signal.reason });
});

it("cancels what is in flight when the caller aborts, and what starts after that", () => {
  const controller = new AbortController();
  const deadlines = createDeadlines({ ...limits, failed, signal: controller.signal });
  const done = deadlines.start();
  const first = deadlines.start();
  const second = deadlines.start();
  done.close();

  expect(deadlines.isAborted()).toBe(false);
  controller.abort("enough");
  const late = deadlines.start();

  expect(deadlines.isAborted()).toBe(true);
  expect([done, first, second, late].map((deadline) => deadline.fired())).toEqual([
    null,
    "cancelled",
    "cancelled",
    "cancelled",
  ]);
  expect(late.signal.reason).toBe("enough");
  for (const deadline of [first, second, late]) deadline.close();
  expect(vi.getTimerCount()).toBe(0);
});

it("needs no signal", () => {
  const deadlines = createDeadlines({ ...limits, failed, signal: undefined });

  expect([deadlines.isAborted(), deadlines.start().fired()]).toEqual([false, null]);
  deadlines.close();
});

it("cancels what is in flight when the run has failed, which is no abort of the caller", () => {
  const failure = new AbortController();
  const deadlines = createDeadlines({ ...limits, failed: failure.signal, signal: undefined });
  const inFlight = deadlines.start();
  failure.abort("full");

  expect([deadlines.isAborted(), inFlight.fired()]).toEqual([false, "cancelled"]);
  expect(inFlight.signal.reason).toBe("full");
  inFlight.close();
  deadlines.close();
});
