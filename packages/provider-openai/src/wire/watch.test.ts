import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { type Watch, watchOver } from "./watch.ts";

const deadlines = { firstByteTimeoutMs: 1000, idleTimeoutMs: 100 };
const options = { deadlines, toError: (passed: string) => new Error(`late: ${passed}`) };

afterEach(() => vi.useRealTimers());

test("the result of the work comes through, no listener stays, and the work's signal aborts", async () => {
  const { signal } = new AbortController();
  let inner: AbortSignal | undefined;
  const result = await watchOver(signal, options, async (watch) => {
    inner = watch.signal;
    return 42;
  });
  expect(result).toBe(42);
  expect(inner?.aborted).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("what the work throws comes through, and no listener stays", async () => {
  const { signal } = new AbortController();
  const failure = new Error("broken");
  await expect(watchOver(signal, options, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an aborted signal rejects with its reason and starts nothing", async () => {
  const work = vi.fn();
  await expect(watchOver(AbortSignal.abort("enough"), options, work)).rejects.toBe("enough");
  expect(work).not.toHaveBeenCalled();
});

test("an abort rejects with its reason though the work never settles, and stops the work", async () => {
  const controller = new AbortController();
  const reason = { any: "value" };
  let inner: AbortSignal | undefined;
  const result = watchOver(controller.signal, options, (watch) => {
    inner = watch.signal;
    return new Promise(() => {});
  });
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(inner?.reason).toBe(reason);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("an abort wins over what the work throws because of it", async () => {
  const controller = new AbortController();
  const result = watchOver(
    controller.signal,
    options,
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("request aborted")));
      }),
  );
  controller.abort("enough");
  await expect(result).rejects.toBe("enough");
});

test("an answer that came to its end leaves nothing to abort", async () => {
  let inner: AbortSignal | undefined;
  const work = async ({ signal, ended }: Watch) => {
    inner = signal;
    ended();
  };
  const { signal } = new AbortController();
  await watchOver(signal, options, work);
  expect(inner?.aborted).toBe(false);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("the first deadline holds until something comes, then the idle one begins anew each time", async () => {
  vi.useFakeTimers();
  let watch: Watch | undefined;
  const result = watchOver(new AbortController().signal, options, (given) => {
    watch = given;
    return new Promise(() => {});
  });
  const outcome = result.catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(999);
  expect(watch?.signal.aborted).toBe(false);
  for (let count = 0; count < 5; count++) {
    watch?.progressed();
    await vi.advanceTimersByTimeAsync(99);
  }
  expect(watch?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("late: idleTimeoutMs");
  watch?.progressed();
  expect(vi.getTimerCount()).toBe(0);
});

test("a call to which nothing comes ends at the first deadline", async () => {
  vi.useFakeTimers();
  const result = watchOver(new AbortController().signal, options, () => new Promise(() => {}));
  const outcome = result.catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toBe("late: firstByteTimeoutMs");
});

test("what suffices is not taken away by a deadline, whatever else comes", async () => {
  vi.useFakeTimers();
  const result = watchOver(new AbortController().signal, options, async (watch) => {
    watch.progressed();
    watch.sufficed();
    watch.progressed();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    return watch.signal.aborted;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
