import { types } from "node:util";
import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { describeValue } from "./describe-value.ts";
import { isPlainObject } from "./plain-object.ts";

/** As deep as `canonicalJson` goes. */
const maxDepth = 1000;

/** Where a check is: the path, how deep that is, and what was seen already. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly seen: Set<object>;
}

/**
 * Refuses what has no true copy, since every attempt gets its own: functions, and instances of
 * classes, which would lose their methods.
 */
export function checkCopyable(value: unknown, path: string): void {
  check(value, { path, depth: 0, seen: new Set() });
}

function check(value: unknown, { path, depth, seen }: Place): void {
  if (typeof value === "function" || typeof value === "symbol") throw noCopy(value, path);
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  if (depth > maxDepth) throw tooDeep(path);
  if (!isCopyable(value)) throw noCopy(value, path);
  seen.add(value);
  for (const [key, member] of membersOf(value)) {
    // The path to a place so deep helps nobody.
    const inner = depth < 100 ? `${path}.${key}` : path;
    check(member, { path: inner, depth: depth + 1, seen });
  }
}

function isCopyable(value: object): boolean {
  if (Array.isArray(value) || isPlainObject(value) || Buffer.isBuffer(value)) return true;
  if (ArrayBuffer.isView(value)) return !types.isSharedArrayBuffer(value.buffer);
  return isBuiltIn(value) && countPrototypes(value) === 2;
}

/** Also of another realm, unlike `instanceof`. */
function isBuiltIn(value: object): boolean {
  return (
    types.isDate(value) ||
    types.isMap(value) ||
    types.isSet(value) ||
    types.isRegExp(value) ||
    types.isArrayBuffer(value)
  );
}

/** Two for an instance of a built-in class, more for one of a class made from it. */
function countPrototypes(value: object): number {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null ? 0 : 1 + countPrototypes(prototype);
}

function membersOf(value: object): [string, unknown][] {
  if (types.isMap(value)) {
    return [...value].flatMap(([key, item]): [string, unknown][] => [
      ["keys()", key],
      [`get(${describeValue(key)})`, item],
    ]);
  }
  if (types.isSet(value)) return [...value].map((item) => ["values()", item]);
  return ArrayBuffer.isView(value) ? [] : Object.entries(value);
}

function noCopy(value: unknown, path: string): InvalidArgumentError {
  return new InvalidArgumentError({
    argument: path,
    message: `${path} is ${describeValue(value)}, which cannot be copied for each attempt. Use plain data.`,
  });
}

function tooDeep(path: string): InvalidArgumentError {
  return new InvalidArgumentError({
    argument: path,
    message: `${path} is nested over ${maxDepth} deep.`,
  });
}
