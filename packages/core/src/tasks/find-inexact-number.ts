/**
 * The first number of a valid JSON text that `JSON.parse` would change in silence: an integer over
 * 2^53, or a number over the largest one. `undefined` when there is none.
 */
export function findInexactNumber(json: string): string | undefined {
  for (const text of outsideStrings(json)) {
    for (const [literal] of text.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)) {
      const isInteger = /^-?\d+$/.test(literal);
      const value = Number(literal);
      if (isInteger ? !Number.isSafeInteger(value) : !Number.isFinite(value)) return literal;
    }
  }
  return undefined;
}

/** Not one regular expression, whose stack would overflow on a string of millions of escapes. */
function* outsideStrings(json: string): Generator<string, void, undefined> {
  let start = 0;
  for (;;) {
    const open = json.indexOf('"', start);
    if (open === -1) break;
    yield json.slice(start, open);
    start = endOfString(json, open);
  }
  yield json.slice(start);
}

function endOfString(json: string, open: number): number {
  let close = json.indexOf('"', open + 1);
  while (isEscaped(json, close)) close = json.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
