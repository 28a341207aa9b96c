import fc from "fast-check";
import { expect, it } from "vitest";
import { takeShard } from "./shard.ts";

it("all shards of a list, in order, are the list, and none has two more than another", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 80 }),
      (list, count) => {
        const shards = Array.from({ length: count }, (_, part) =>
          takeShard(list, { index: part + 1, count }),
        );
        expect(shards.flat()).toEqual(list);
        const sizes = shards.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
