import { closingQuote } from "../conversation/closing-quote.ts";

/**
 * True when an object of a JSON text has a key twice, of which a reader keeps one. `value` is what
 * the text says, nested no deeper than the stack.
 */
export function hasRepeatedKey(json: string, value: unknown): boolean {
  return countColons(json) > countMembers(value);
}

/** How many members were written: each has a colon outside of strings. */
function countColons(json: string): number {
  let count = 0;
  let start = 0;
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', start)) {
    count += json.slice(start, open).split(":").length - 1;
    start = closingQuote(json, open) + 1;
  }
  return count;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + countMembers(member), own);
}
