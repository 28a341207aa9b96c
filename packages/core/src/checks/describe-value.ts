import { toSafeLine } from "../safe-line.ts";
import { isClass } from "./is-class.ts";

const maxLength = 80;

/** Names a value for an error message, in one short line that is safe to print. */
export function describeValue(value: unknown): string {
  try {
    return toSafeLine(describe(value));
  } catch {
    // A proxy that throws, or was revoked.
    return typeof value === "function" ? "a function" : "an object";
  }
}

function describe(value: unknown): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return JSON.stringify(clip(value));
    case "bigint":
      return `${clip(String(value))}n`;
    case "function":
      return describeFunction(value);
    case "object":
      return Array.isArray(value) ? `an array of ${value.length}` : describeObject(value);
    default:
      return clip(String(value));
  }
}

function describeFunction(value: object): string {
  const kind = isClass(value) ? "class" : "function";
  const name: unknown = Reflect.get(value, "name");
  // A class may have a static `name` of any type.
  return typeof name === "string" && name !== "" ? `${kind} ${clip(name)}` : `a ${kind}`;
}

function describeObject(value: object): string {
  const name: unknown = (Object.getPrototypeOf(value) as object | null)?.constructor?.name;
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return `${/^[AEIO]/.test(name) ? "an" : "a"} ${clip(name)}`;
}

function clip(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
