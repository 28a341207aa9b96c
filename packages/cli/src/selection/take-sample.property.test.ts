import fc from "fast-check";
import { expect, it } from "vitest";
import { takeSample } from "./take-sample.ts";

it("an item that is added or taken away changes one other of a sample at most", () => {
  const ids = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 40 }), fc.nat(), (all, size, seed) => {
      const draw = (items: readonly string[]) =>
        takeSample(items, { size, seed, idOf: (item) => item });
      const before = draw(all);
      const after = draw(all.slice(1));
      expect(before).toHaveLength(Math.min(size, all.length));
      expect(after.filter((item) => !before.includes(item)).length).toBeLessThanOrEqual(1);
      expect(new Set(draw([...all].reverse()))).toEqual(new Set(before));
    }),
  );
});
