import { expect, it } from "vitest";
import { isNestedOver } from "./nesting.ts";

const lists = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

it.each([
  [5, 0, false],
  [null, 0, false],
  [[], 0, true],
  [{ a: 1 }, 1, false],
  [{ a: [] }, 1, true],
  [[1, { a: [2] }], 3, false],
  [[1, { a: [2] }], 2, true],
  [lists(500), 500, false],
  [lists(501), 500, true],
  [lists(200_000), 500, true],
])("counts lists and objects in one another: case %#", (value, levels, isOver) => {
  expect(isNestedOver(value, levels)).toBe(isOver);
});

it("is over any depth for what contains itself", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(isNestedOver(cycle, 500)).toBe(true);
});
