import { expect, it } from "vitest";
import { isClass } from "./is-class.ts";

const classes = [class {}, class A {}, class extends Map {}, class$()];
function class$() {
  return class B extends Map {};
}

it("knows classes, which are functions that cannot be called", () => {
  expect(classes.map(isClass)).toEqual([true, true, true, true]);
});

it("takes no function for one, whatever it is called", () => {
  const functions = [
    () => 1,
    async () => 1,
    function classy() {},
    class$,
    { class() {} }.class,
    Math.max,
    classes[0]?.bind(null),
  ];

  expect(functions.map(isClass)).toEqual(functions.map(() => false));
  expect(isClass({})).toBe(false);
});
