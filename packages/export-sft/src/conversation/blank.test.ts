import { expect, it } from "vitest";
import { isBlank } from "./blank.ts";

it.each(["", "  \n", "\u00a0\u2028\u3000", "\ufeff", "\u001c\u001d\u001e\u001f", "\u0085"])(
  "calls %j blank, since JavaScript or Python trims it away",
  (text) => {
    expect(isBlank(text)).toBe(true);
  },
);

it.each([" a ", "\u0000", "\u200b", "\ud800"])("does not call %j blank", (text) => {
  expect(isBlank(text)).toBe(false);
});

it("reads a long text once", () => {
  expect(isBlank(" ".repeat(5_000_000))).toBe(true);
  expect(isBlank(`${" ".repeat(5_000_000)}x`)).toBe(false);
});
