/**
 * The first key that an object of a valid JSON text has twice; `null` when none has. `JSON.parse`
 * keeps the last of them in silence, and so chooses between two answers.
 */
export function findRepeatedKey(json: string): string | null {
  // Not by regular expression, whose stack would overflow on a string of millions of escapes.
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === "{" || character === "[") open.push(new Set());
    if (character === "}" || character === "]") open.pop();
    if (character !== '"') continue;
    const end = endOfString(json, at);
    if (isFollowedByColon(json, end)) {
      const key: string = JSON.parse(json.slice(at, end));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    at = end - 1;
  }
  return null;
}

function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function isFollowedByColon(json: string, start: number): boolean {
  let at = start;
  while (/[ \t\n\r]/.test(json[at] ?? "")) at++;
  return json[at] === ":";
}
