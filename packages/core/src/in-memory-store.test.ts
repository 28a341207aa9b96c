import { expect, it } from "vitest";
import { inMemoryStore } from "./in-memory-store.ts";

it("starts empty, and knows nothing of other stores", async () => {
  await inMemoryStore().set("a", 1);
  const store = inMemoryStore();

  expect(await store.get("a")).toBeUndefined();
  expect(await store.list("")).toEqual([]);
});

it("copies values in and out", async () => {
  const store = inMemoryStore();
  const value = { list: [1] };
  await store.set("a", value);
  value.list.push(2);
  const read = (await store.get("a")) as { list: number[] };
  read.list.push(3);

  expect(await store.get("a")).toEqual({ list: [1] });
});

it("sets, replaces and deletes; deleting what is not there does nothing", async () => {
  const store = inMemoryStore();
  await store.set("a", null);
  expect(await store.get("a")).toBeNull();
  await store.set("a", false);
  expect(await store.get("a")).toBe(false);
  await store.delete("a");
  await store.delete("a");
  expect(await store.get("a")).toBeUndefined();
});

it("lists the keys of a prefix in code unit order", async () => {
  const store = inMemoryStore();
  for (const key of ["b/2", "b/10", "a", "b", "B/1"]) await store.set(key, key);

  expect(await store.list("b/")).toEqual(["b/10", "b/2"]);
  expect(await store.list("")).toEqual(["B/1", "a", "b", "b/10", "b/2"]);
});

it("takes keys and members called __proto__ for data", async () => {
  const store = inMemoryStore();
  await store.set("__proto__", JSON.parse('{"__proto__":{"polluted":true}}'));

  expect(await store.list("__")).toEqual(["__proto__"]);
  expect(Object.keys((await store.get("__proto__")) as object)).toEqual(["__proto__"]);
  expect(await store.get("constructor")).toBeUndefined();
  expect({}).not.toHaveProperty("polluted");
});

it("works without `this`", async () => {
  const { get, set } = inMemoryStore();
  await set("a", 1);

  expect(await get("a")).toBe(1);
});
