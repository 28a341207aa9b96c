import fc from "fast-check";
import { expect, it } from "vitest";
import { isNineCharacterId, toNineCharacterId } from "./nine-character-id.ts";

it("keeps an id that is one, and makes the same one of another each time", () => {
  expect(toNineCharacterId("call00001")).toBe("call00001");
  fc.assert(
    fc.property(fc.string(), (id) => {
      const made = toNineCharacterId(id);
      expect(isNineCharacterId(made)).toBe(true);
      expect(toNineCharacterId(id)).toBe(made);
    }),
  );
});

it("keeps ids apart", () => {
  const made = new Set(
    Array.from({ length: 10_000 }, (_, index) => toNineCharacterId(`call_${index}`)),
  );
  expect(made.size).toBe(10_000);
});
