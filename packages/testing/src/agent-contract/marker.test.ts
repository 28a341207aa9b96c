import { describe, expect, it } from "vitest";
import { markInput } from "./mark-input.ts";
import { markersIn, newMarker } from "./marker.ts";

const marker = "canary-0123456789abcdef";

describe("markers", () => {
  it("are new each time and found in what they were put into", () => {
    const made = Array.from({ length: 100 }, newMarker);

    expect(new Set(made).size).toBe(100);
    expect(markersIn(made)).toEqual(expect.arrayContaining(made));
  });

  const cyclic: { self?: unknown; text: string } = { text: marker };
  cyclic.self = cyclic;
  const throwing = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error("trap");
      },
    },
  );

  it.each([
    ["a text", `a ${marker}!`],
    ["upper case", marker.toUpperCase()],
    ["JSON in JSON", JSON.stringify(JSON.stringify({ a: [marker] }))],
    ["a key", { deep: [{ [marker]: 1 }] }],
    ["a map and a set", new Map([["k", new Set([marker])]])],
    ["a cycle", cyclic],
    ["the cause of an error", new Error("x", { cause: new Error(marker) })],
    ["beside what cannot be read", [throwing, marker]],
  ])("are found in %s", (_, value) => {
    expect(markersIn(value)).toEqual([marker]);
  });

  it("are found once, with session and user ids, and nothing else is", () => {
    const hex = "0123456789abcdef".repeat(2);
    const text = `${marker} ${marker} rollout-${hex} rollout-user-${hex} canary-12 rollout-${marker}`;

    expect(markersIn(text).toSorted()).toEqual([marker, `rollout-${hex}`, `rollout-user-${hex}`]);
    expect(markersIn([null, 5, Buffer.from(marker), () => marker])).toEqual([]);
  });
});

describe("markInput", () => {
  const fact = `My code word is ${marker}.`;
  const user = { role: "user", content: "q" } as const;
  const system = { role: "system", content: "s" } as const;
  const image = { type: "image", url: "https://example.com/x.png" } as const;

  it("adds a sentence to the prompt, or to the last user message", () => {
    expect(markInput("q", marker)).toBe(`q\n${fact}`);
    expect(markInput([user, user, system], marker)).toEqual([
      user,
      { role: "user", content: `q\n${fact}` },
      system,
    ]);
    expect(markInput([{ role: "user", content: [image] }], marker)).toEqual([
      { role: "user", content: [image, { type: "text", text: fact }] },
    ]);
    expect(markInput([system], marker)).toEqual([system, { role: "user", content: fact }]);
  });
});
