import { canonicalJson, isPlainObject } from "@rollouts/core";
import { escapeStep } from "./pointer.ts";

/** A value that JSON cannot carry, inside another. */
export interface ForeignValue {
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly pointer: string;
  readonly found: unknown;
}

/**
 * The first thing in a value that JSON cannot carry, or all of it when it contains itself or is
 * nested over 1000 deep; `null` when it is JSON.
 */
export function findForeign(value: unknown): ForeignValue | null {
  try {
    canonicalJson(value);
    return null;
  } catch {
    return findInside(value) ?? { pointer: "", found: value };
  }
}

function findInside(value: unknown): ForeignValue | null {
  const seen = new Set<unknown>();
  const todo: ForeignValue[] = [{ pointer: "", found: value }];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    const { pointer, found } = place;
    if (seen.has(found)) continue;
    const inner = membersOf(found);
    if (inner === null) {
      if (isScalar(found)) continue;
      return place;
    }
    seen.add(found);
    // Reversed, so that the first comes off the stack first.
    for (const [key, member] of inner.reverse()) {
      todo.push({ pointer: `${pointer}/${escapeStep(key)}`, found: member });
    }
  }
  return null;
}

/** `null` for what has no inside that JSON knows. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return Array.from(value, (item, index) => [String(index), item]);
  if (!isPlainObject(value)) return null;
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function isScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}
