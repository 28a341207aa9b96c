import { expect, it } from "vitest";
import { findLoneSurrogate, findLoneSurrogateInJson } from "./lone-surrogate.ts";

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

it.each([
  ['{"q":"\\ud800"}', "U+D800"],
  ['{"q":"\\uD800"}', "U+D800"],
  ['{"q":"\\udc00\\ud800"}', "U+DC00"],
  ['{"q":"\ud800"}', "U+D800"],
  ['{"\\ud800":1}', "U+D800"],
  ['{"q":"\\\\\\ud800"}', "U+D800"], // a backslash, then an escape
  ['{"q":"\\ud83d\\ude00"}', null],
  ['{"q":"\\uD83D\\uDE00"}', null],
  ['{"q":"\\\\ud800"}', null], // the text \ud800
  ['{"q":"\\\\\\\\ud800"}', null],
  ['{"q":"plain"}', null],
])("finds half a character in what a JSON text says: %s", (json, found) => {
  expect(findLoneSurrogateInJson(json)).toBe(found);
  const text = JSON.stringify(JSON.parse(json));
  expect(findLoneSurrogateInJson(text)).toBe(found);
});
