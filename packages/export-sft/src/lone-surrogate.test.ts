import { expect, it } from "vitest";
import { findLoneSurrogate } from "./lone-surrogate.ts";

it.each([
  ["x\ud800", "U+D800"],
  ["\udfffx", "U+DFFF"],
  ["\ude00\ud83d", "U+DE00"],
  ["😀\ud83d", "U+D83D"],
])("finds the broken half in %j", (text, expected) => {
  expect(findLoneSurrogate(text)).toBe(expected);
});

it.each(["", "plain", "😀", "\u{10ffff}"])("finds nothing in %j", (text) => {
  expect(findLoneSurrogate(text)).toBeNull();
});
