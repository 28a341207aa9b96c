import { describeValue, isPlainObject } from "@rollouts/core";

/** A value as JSON in one line; what JSON cannot carry is named instead, as in `"a Map"`. */
export function toJsonText(value: unknown): string {
  try {
    // Without indentation, which would grow with the square of the depth.
    return JSON.stringify(value, nameWhatJsonLoses) ?? describeValue(value);
  } catch {
    // It contains itself, is nested too deep, or throws when it is read.
    return describeValue(value);
  }
}

function nameWhatJsonLoses(_key: string, value: unknown): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    return describeValue(value);
  }
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || Array.isArray(value) || isPlainObject(value)) return value;
  return Object.keys(value).length > 0 ? value : describeValue(value);
}
