import { describe, expect, it } from "vitest";
import { findChange, takeSnapshot } from "./snapshot.ts";

const symbol: unique symbol = Symbol("s");

class Holder {
  client = new (class Client {
    calls = 0;
  })();
  list: unknown[] = [{ a: 1 }];
  names = new Set(["x"]);
  secret = "one";
  since = new Date(0);
  self = this;
  [symbol] = 1;
  get now(): number {
    throw new Error("called");
  }
}

const changes: [string, (holder: Holder) => unknown, string | null][] = [
  ["nothing", () => undefined, null],
  ["an equal list in place of another", (h) => (h.list = [{ a: 1 }]), null],
  ["inside an instance of a class", (h) => h.client.calls++, null],
  ["a longer list", (h) => h.list.push(2), "$.list was an array of 1 and is an array of 2"],
  [
    "a member of an item",
    (h) => Object.assign(h.list[0] ?? {}, { a: 2 }),
    "$.list[0].a was 1 and is 2",
  ],
  ["a set", (h) => h.names.add("y"), "$.names{1} was absent and is a text"],
  ["a text, which is not shown", (h) => (h.secret = "two"), "$.secret was a text and is a text"],
  ["a date", (h) => h.since.setFullYear(2001), "$.since was a Date and is a Date"],
  ["a symbol's member", (h) => (h[symbol] = 2), "$.Symbol(s) was 1 and is 2"],
  [
    "another instance",
    (h) => (h.client = new Holder().client),
    "$.client was a Client and is a Client",
  ],
  [
    "a member that is gone",
    (h) => Reflect.deleteProperty(h, "since"),
    "$.since was a Date and is absent",
  ],
];

describe("snapshots", () => {
  it.each(changes)("see %s", (_, change, found) => {
    const holder = new Holder();
    const before = takeSnapshot(holder, "$");

    change(holder);

    expect(findChange(before, takeSnapshot(holder, "$"))).toBe(found);
  });

  it("leave out what they are told to, at the top only", () => {
    const root = { model: { n: 1 }, deep: { model: 1 } };
    const before = takeSnapshot(root, "$", ["model"]);

    root.model.n = 2;
    expect(findChange(before, takeSnapshot(root, "$", ["model"]))).toBeNull();
    root.deep.model = 2;
    expect(findChange(before, takeSnapshot(root, "$", ["model"]))).toBe(
      "$.deep.model was 1 and is 2",
    );
  });
});
