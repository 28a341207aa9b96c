import { isPlainObject, type JsonObject } from "@rollouts/core";
import { findDifference } from "../json/find-difference.ts";

const nothing: ReadonlySet<string> = new Set();

/** True when every member of `wanted` is there and equal; nested objects must be equal as a whole. */
export function argumentsMatch(wanted: JsonObject, found: unknown, lenient: boolean): boolean {
  if (!isPlainObject(found)) return false;
  const isSameLeaf = lenient ? isSameText : undefined;
  return Object.entries(wanted).every(([key, value]) => {
    // Own members only, never what an object inherits, such as `__proto__`.
    if (!Object.hasOwn(found, key)) return false;
    return findDifference(found[key], value, nothing, isSameLeaf) === null;
  });
}

/** Texts without case and outer white space; a number or boolean is equal to its text. */
function isSameText(found: unknown, wanted: unknown): boolean {
  if (found === wanted) return true;
  if (!hasText(found) || !hasText(wanted)) return false;
  const [left, right] = [toText(found), toText(wanted)];
  if (left === right) return true;
  // "5.0" is the number 5; two texts are never compared as numbers.
  const hasNumber = typeof found === "number" || typeof wanted === "number";
  return hasNumber && left !== "" && right !== "" && Number(left) === Number(right);
}

function hasText(leaf: unknown): leaf is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof leaf);
}

function toText(leaf: string | number | boolean): string {
  return String(leaf).trim().toLowerCase();
}
