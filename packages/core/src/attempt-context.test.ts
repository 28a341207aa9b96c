import { expect, it } from "vitest";
import { createAttemptContext } from "./attempt-context.ts";
import { inMemoryStore } from "./in-memory-store.ts";
import type { Model } from "./model.ts";

const model: Model = {
  specVersion: "v1",
  provider: "p",
  modelId: "m",
  identity: () => ({ policy: {} }),
  generate: () => Promise.reject(new Error("unused")),
};

it("E17: gives every attempt fresh ids of 32 hexadecimal digits", () => {
  const contexts = Array.from({ length: 100 }, () => createAttemptContext());

  expect(contexts[0]?.sessionId).toMatch(/^rollout-[0-9a-f]{32}$/);
  expect(contexts[0]?.userId).toMatch(/^rollout-user-[0-9a-f]{32}$/);
  expect(new Set(contexts.flatMap(({ sessionId, userId }) => [sessionId, userId])).size).toBe(200);
});

it("gives a fresh empty store, sealed writes, and a signal that has not aborted", async () => {
  const [first, second] = [createAttemptContext(), createAttemptContext()];
  await first.store.set("a", 1);

  expect(await second.store.list("")).toEqual([]);
  expect(first).toMatchObject({ taskId: "t1", attemptIndex: 0, seed: 0, writes: "sealed" });
  expect(first.signal.aborted).toBe(false);
  expect(first.signal).not.toBe(second.signal);
});

it("takes what it is given", () => {
  const options = {
    taskId: "x",
    attemptIndex: 3,
    seed: 7,
    sessionId: "s",
    userId: "u",
    store: inMemoryStore(),
    writes: "live",
    model,
    signal: AbortSignal.abort(),
  } as const;

  expect({ ...createAttemptContext(options) }).toStrictEqual(options);
});

it("throws when a model is read that was not declared, and only then", () => {
  const context = createAttemptContext();

  expect(() => context.model).toThrow(
    expect.objectContaining({ code: "invalid_argument", argument: "context.model" }),
  );
  const copy = { ...context, taskId: "copy" };
  expect(copy).toMatchObject({ taskId: "copy", sessionId: context.sessionId });
});

it("refuses an option that it does not know", () => {
  const options = { taskID: "x" } as object;

  expect(() => createAttemptContext(options)).toThrow('unknown key "taskID"');
});
