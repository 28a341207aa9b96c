import { expect, it } from "vitest";
import { profiles } from "./profiles.ts";

it("holds portable alone, with the reference's caps, and cannot be changed", () => {
  expect(profiles).toEqual({
    portable: { name: "portable", maxRows: 320, maxBytes: 1_048_576 },
  });
  expect(Object.isFrozen(profiles)).toBe(true);
  expect(Object.isFrozen(profiles.portable)).toBe(true);
});
