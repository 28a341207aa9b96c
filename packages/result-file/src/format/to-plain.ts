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

/** `parents` are the objects that the value lies in: a stack, since copies would cost more than the rest. */
function convert(value: unknown, parents: object[]): unknown {
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

function convertObject(value: object, parents: object[]): unknown {
  if (parents.includes(value)) return "left out: it contains itself";
  if (parents.length > maxDepth) return `left out: it is nested over ${maxDepth} deep`;
  const depth = parents.push(value);
  try {
    if (Array.isArray(value)) return convertList(value, parents);
    if (isPlainObject(value)) return convertPlainObject(value, parents);
    return convertInstance(value, parents);
  } catch (thrown) {
    return `left out: it cannot be read: ${describeThrown(thrown)}`;
  } finally {
    parents.length = depth - 1;
  }
}

function convertList(list: readonly unknown[], inside: object[]): readonly unknown[] {
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
  inside: object[],
): Record<string, unknown> {
  const plain = convertMembers(object, inside);
  return Object.hasOwn(plain, oddKey) ? odd("object", plain) : plain;
}

/** The members of any object; the object itself when there is nothing to change. */
function convertMembers(
  object: Record<string, unknown>,
  inside: object[],
): Record<string, unknown> {
  let members: [string, unknown][] | null = null;
  let count = 0;
  for (const key of Object.keys(object)) {
    const member = object[key];
    const plain = convert(member, inside);
    if (plain !== member) members ??= Object.entries(object).slice(0, count);
    // As JSON does with what it finds undefined.
    if (plain !== undefined) members?.push([key, plain]);
    count += 1;
  }
  return members === null ? object : Object.fromEntries(members);
}

function convertInstance(value: object, inside: object[]): unknown {
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
