import { types } from "node:util";
import { describeThrown, isPlainObject, toErrorRecord } from "@rollouts/core";
import { oddKey } from "./odd-value.ts";

/** Fingerprints of what is written go 1000 deep. */
const maxDepth = 900;

/**
 * A value as plain JSON data, the value itself where it is that already. It never throws:
 *
 * - NaN, the infinities, -0, bigints, dates, maps, sets, binary data and `undefined` in a list become
 *   marked objects, from which `fromPlain` makes them again;
 * - an error becomes its name, message and causes; an instance of another class what JSON makes of it;
 * - members that are `undefined`, functions or symbols are left out;
 * - what contains itself, lies too deep or cannot be read becomes a text that says so.
 */
export function toPlain(value: unknown): unknown {
  return convert(value, []);
}

/** `parents` are the objects that the value lies in. */
function convert(value: unknown, parents: readonly object[]): unknown {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : odd("number", numberText(value));
    case "bigint":
      return odd("bigint", String(value));
    case "object":
      return value === null ? null : convertObject(value, parents);
    case "string":
    case "boolean":
      return value;
    default:
      return undefined;
  }
}

function convertObject(value: object, parents: readonly object[]): unknown {
  if (parents.includes(value)) return "left out: it contains itself";
  if (parents.length > maxDepth) return `left out: it is nested over ${maxDepth} deep`;
  const inside = [...parents, value];
  try {
    if (Array.isArray(value)) return convertList(value, inside);
    if (isPlainObject(value)) return convertPlainObject(value, inside);
    return convertInstance(value, inside);
  } catch (thrown) {
    return `left out: it cannot be read: ${describeThrown(thrown)}`;
  }
}

function convertList(list: readonly unknown[], inside: readonly object[]): readonly unknown[] {
  // By index, since iteration helpers skip holes.
  let copy: unknown[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const converted = convert(item, inside);
    const plain = converted === undefined ? odd("undefined") : converted;
    if (plain !== item) copy ??= list.slice(0, index);
    copy?.push(plain);
  }
  return copy ?? list;
}

function convertPlainObject(
  object: Record<string, unknown>,
  inside: readonly object[],
): Record<string, unknown> {
  const plain = convertMembers(object, inside);
  return Object.hasOwn(plain, oddKey) ? odd("object", plain) : plain;
}

/** The members of any object; the object itself when there is nothing to change. */
function convertMembers(
  object: Record<string, unknown>,
  inside: readonly object[],
): Record<string, unknown> {
  const keys = Object.keys(object);
  let members: [string, unknown][] | null = null;
  for (const [index, key] of keys.entries()) {
    const member = object[key];
    const plain = convert(member, inside);
    if (plain !== member) members ??= keys.slice(0, index).map((known) => [known, object[known]]);
    // As JSON does with what it finds undefined.
    if (plain !== undefined) members?.push([key, plain]);
  }
  return members === null ? object : Object.fromEntries(members);
}

function convertInstance(value: object, inside: readonly object[]): unknown {
  if (types.isNativeError(value)) return convertMembers({ ...toErrorRecord(value) }, inside);
  if (types.isDate(value)) return odd("date", toTimeText(value));
  // Each stands in a list, in a marked object.
  const deeper = [...inside, {}, {}];
  if (types.isMap(value)) return odd("map", convertList([...value], deeper));
  if (types.isSet(value)) return odd("set", convertList([...value], deeper));
  if (ArrayBuffer.isView(value)) return odd("bytes", toBase64(value));
  const toJson: unknown = Reflect.get(value, "toJSON");
  if (typeof toJson === "function") return convert(Reflect.apply(toJson, value, []), inside);
  return convertMembers({ ...value }, inside);
}

function odd(kind: string, value?: unknown): Record<string, unknown> {
  return value === undefined ? { [oddKey]: kind } : { [oddKey]: kind, value };
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** `null` for a date that is none. */
function toTimeText(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function toBase64(view: ArrayBufferView): string {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64");
}
