import type { Row } from "../profiles/profile.ts";

// Python's `splitlines()` and some versions of Node's `readline` break a record at these.
const escapes: readonly (readonly [character: string, written: string])[] = [
  ["\u0085", "\\u0085"],
  ["\u2028", "\\u2028"],
  ["\u2029", "\\u2029"],
];

/**
 * Writes a row as a line, newline included: compact JSON with the keys in the order of the row, and
 * U+2028, U+2029 and U+0085 escaped.
 */
export function toLine(row: Row): string {
  return `${toRowJson(row)}\n`;
}

/** Writes a row as `toLine` does, without the newline. */
export function toRowJson(row: Row): string {
  let json = JSON.stringify(row);
  for (const [character, written] of escapes) {
    // Not replaced, which takes five times as long when there are millions of them.
    if (json.includes(character)) json = json.split(character).join(written);
  }
  return json;
}
