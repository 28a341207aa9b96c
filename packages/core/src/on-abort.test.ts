import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "./on-abort.ts";

test("a hundred that wait are one listener, all are called, each once", () => {
  const controller = new AbortController();
  const calls: number[] = [];
  for (let index = 0; index < 100; index++) onAbort(controller.signal, () => calls.push(index));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();
  controller.abort();
  expect(calls).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test("who takes it back is not called, and the last one takes the listener along", () => {
  const controller = new AbortController();
  const calls: string[] = [];
  const takeBack = onAbort(controller.signal, () => calls.push("first"));
  const takeBackOther = onAbort(controller.signal, () => calls.push("second"));
  takeBack();
  takeBack();
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  takeBackOther();
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  onAbort(controller.signal, () => calls.push("third"));
  takeBack();
  controller.abort();
  expect(calls).toEqual(["third"]);
});

test("signals are kept apart", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const calls: string[] = [];
  onAbort(one.signal, () => calls.push("one"));
  onAbort(other.signal, () => calls.push("other"));
  other.abort();
  expect(calls).toEqual(["other"]);
});
