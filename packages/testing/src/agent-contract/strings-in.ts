import { types } from "node:util";

/** Every string that a value holds at any depth, the keys of its objects included. */
export function stringsIn(value: unknown): readonly string[] {
  const strings: string[] = [];
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") strings.push(next);
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const member of membersOf(next)) pending.push(member);
  }
  return strings;
}

function membersOf(value: object): Iterable<unknown> {
  try {
    if (Array.isArray(value) || types.isSet(value)) return [...value];
    if (types.isMap(value)) return [...value].flat();
    if (ArrayBuffer.isView(value)) return [];
    const members = Object.entries(value).flat();
    // Neither is enumerable.
    return types.isNativeError(value) ? [...members, value.message, value.cause] : members;
  } catch {
    return []; // A proxy or a getter that throws shows nothing.
  }
}
