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

/**
 * A value as indented JSON that is safe to print: what could act on a terminal, or be taken for a
 * command by the log of a CI service, comes out as the escape that JSON has for it. What JSON cannot
 * carry is named instead, such as a map, and so is what lies below 1,000 levels. Never
 * throws.
 */
export function toPrintableJson(value: unknown): string {
  return toIndentedJson(value).replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const hex = character.charCodeAt(index).toString(16);
      return `\\u${hex.padStart(4, "0")}`;
    }).join(""),
  );
}

function toIndentedJson(value: unknown): string {
  try {
    const json = JSON.stringify(value, nameCyclesToo(), 2) as string | undefined;
    if (json !== undefined) return json;
  } catch {
    // It throws when it is read.
  }
  return JSON.stringify(describeValue(value));
}

/** Indentation grows with the square of the depth, and who reads JSON has limits too. */
const maxDepth = 1000;

/** Line breaks are the indentation. `##[name]`, `##vso[name]` and the like are commands. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#[a-zA-Z]*\[)/gu;

/** A text as it is, and anything else as JSON: what a file or an agent gave may be of any kind. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : toJsonText(value);
}

function nameWhatJsonLoses(_key: string, value: unknown): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    return describeValue(value);
  }
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || Array.isArray(value) || isPlainObject(value)) return value;
  return Object.keys(value).length > 0 ? value : describeValue(value);
}

/** Knows what it is in by what it is asked for next: members of an object come right after it. */
function nameCyclesToo(): (this: unknown, key: string, value: unknown) => unknown {
  const parents: unknown[] = [];
  return function (key, value) {
    while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
    if (parents.includes(value)) return describeValue(value);
    const named = nameWhatJsonLoses(key, value);
    if (typeof named !== "object" || named === null) return named;
    if (parents.length >= maxDepth) return describeValue(named);
    parents.push(named);
    return named;
  };
}
