import { isPlainObject } from "@rollouts/core";
import { escapeStep } from "./pointer.ts";

/** Where two JSON values differ first, in the order of the value that is wanted. */
export interface JsonDifference {
  /** JSON Pointer (RFC 6901); empty for the whole value. */
  readonly pointer: string;
  /** `undefined` when it is absent. */
  readonly found: unknown;
  /** `undefined` when nothing is wanted there. */
  readonly wanted: unknown;
}

/** What stands at one place on both sides. */
interface Pair {
  readonly found: unknown;
  readonly wanted: unknown;
  readonly pointer: string;
}

/**
 * Compares as JSON does: by value, the order of keys aside; members that are `undefined` are absent,
 * and `-0` is 0. `null` when there is no difference.
 *
 * It walks without recursion, so depth cannot overflow the stack, and goes no deeper than `wanted`
 * does, which must not contain itself. What is no JSON equals nothing but itself. `isSameLeaf`
 * compares what has no inside.
 */
export function findDifference(
  found: unknown,
  wanted: unknown,
  ignored: ReadonlySet<string>,
  isSameLeaf: (found: unknown, wanted: unknown) => boolean = isIdentical,
): JsonDifference | null {
  const todo: Pair[] = [{ found, wanted, pointer: "" }];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    if (ignored.has(pair.pointer)) continue;
    const inner = innerPairs(pair);
    if (inner === null) {
      if (!isSameLeaf(pair.found, pair.wanted)) return pair;
      continue;
    }
    // Reversed, so that the first comes off the stack first.
    for (let index = inner.length - 1; index >= 0; index--) todo.push(inner[index] as Pair);
  }
  return null;
}

function isIdentical(found: unknown, wanted: unknown): boolean {
  return found === wanted;
}

/** `null` when the two cannot be equal by what is inside them. */
function innerPairs({ found, wanted, pointer }: Pair): readonly Pair[] | null {
  if (Array.isArray(found) && Array.isArray(wanted)) {
    const length = Math.max(found.length, wanted.length);
    return Array.from({ length }, (_, index) => ({
      found: itemOf(found, index),
      wanted: itemOf(wanted, index),
      pointer: `${pointer}/${index}`,
    }));
  }
  if (!isPlainObject(found) || !isPlainObject(wanted)) return null;
  const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return Array.from(keys, (key) => ({
    found: ownMember(found, key),
    wanted: ownMember(wanted, key),
    pointer: `${pointer}/${escapeStep(key)}`,
  }));
}

/** A hole, and `undefined`, are null in JSON. */
function itemOf(array: readonly unknown[], index: number): unknown {
  return index < array.length ? (array[index] ?? null) : undefined;
}

/** Never what an object inherits, such as `constructor`. */
function ownMember(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
