import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { withAbort } from "./abort.ts";

test("the result of the work comes through, and no listener stays", async () => {
  const { signal } = new AbortController();
  expect(await withAbort(signal, async () => 42)).toBe(42);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("what the work throws comes through, and no listener stays", async () => {
  const { signal } = new AbortController();
  const failure = new Error("broken");
  const work = () => Promise.reject(failure);
  await expect(withAbort(signal, work)).rejects.toBe(failure);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an aborted signal rejects with its reason and starts nothing", async () => {
  let started = false;
  const work = async () => {
    started = true;
  };
  await expect(withAbort(AbortSignal.abort("enough"), work)).rejects.toBe("enough");
  expect(started).toBe(false);
});

test("an abort rejects with its reason though the work never settles, and stops the work", async () => {
  const controller = new AbortController();
  const reason = { any: "value" };
  let inner: AbortSignal | undefined;
  const result = withAbort(controller.signal, (signal) => {
    inner = signal;
    return new Promise(() => {});
  });
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(inner?.reason).toBe(reason);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("an abort wins over what the work throws because of it", async () => {
  const controller = new AbortController();
  const result = withAbort(
    controller.signal,
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("request aborted")));
      }),
  );
  controller.abort("enough");
  await expect(result).rejects.toBe("enough");
});
