import { types } from "node:util";
import { isPlainObject } from "./checks/plain-object.ts";

/**
 * A deep copy that cannot be changed. Plain objects and arrays are frozen; dates, maps, sets and
 * binary data, which cannot be, are copied all the same. Functions are not copied.
 */
export function frozenClone<Value>(value: Value): Value {
  return cloneInto(value, new Map()) as Value;
}

function cloneInto(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const item of value) copy.push(cloneInto(item, seen));
    return Object.freeze(copy);
  }
  if (isPlainObject(value)) {
    const copy: Record<string, unknown> = {};
    seen.set(value, copy);
    for (const [key, member] of Object.entries(value)) setOwn(copy, key, cloneInto(member, seen));
    return Object.freeze(copy);
  }
  if (types.isMap(value)) return cloneMap(value, seen);
  if (types.isSet(value)) return cloneSet(value, seen);
  // structuredClone would make a plain Uint8Array of it.
  return Buffer.isBuffer(value) ? Buffer.from(value) : structuredClone(value);
}

function cloneMap(map: ReadonlyMap<unknown, unknown>, seen: Map<object, unknown>): unknown {
  const copy = new Map<unknown, unknown>();
  seen.set(map, copy);
  for (const [key, item] of map) copy.set(cloneInto(key, seen), cloneInto(item, seen));
  return copy;
}

function cloneSet(set: ReadonlySet<unknown>, seen: Map<object, unknown>): unknown {
  const copy = new Set<unknown>();
  seen.set(set, copy);
  for (const item of set) copy.add(cloneInto(item, seen));
  return copy;
}

/** Plain assignment would call the setter of `__proto__`. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
