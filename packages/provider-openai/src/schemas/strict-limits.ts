import { isPlainObject } from "@rollouts/core";

// Sizes are from OpenAI's guide to structured outputs, supported schemas.
const maxProperties = 5000;
const maxNameCharacters = 120_000;
const maxEnumValues = 1000;
/** An enumeration of more texts than this may have only so many characters. */
const largeEnum = { values: 250, characters: 15_000 };

interface Sizes {
  properties: number;
  enumValues: number;
  /** Of all names of properties and definitions, and of all values of enumerations and constants. */
  characters: number;
  longestLargeEnum: number;
}

/** Finds a size at which the API refuses a strict schema, that it has reached as a whole. */
export function findStrictLimit(schema: unknown): { path: ""; reason: string } | undefined {
  const sizes: Sizes = { properties: 0, enumValues: 0, characters: 0, longestLargeEnum: 0 };
  measure(schema, sizes);
  const limits = [
    [sizes.properties, maxProperties, "properties"],
    [sizes.enumValues, maxEnumValues, "values of enumerations"],
    [sizes.characters, maxNameCharacters, "characters in names and values"],
    [
      sizes.longestLargeEnum,
      largeEnum.characters,
      "characters in an enumeration of over 250 texts",
    ],
  ] as const;
  for (const [size, limit, what] of limits) {
    if (size > limit) return { path: "", reason: `has ${size} ${what}, and the limit is ${limit}` };
  }
  return undefined;
}

function measure(schema: unknown, sizes: Sizes): void {
  if (!isPlainObject(schema)) return;
  const { properties, $defs, definitions, enum: values, const: constant } = schema;
  for (const map of [properties, $defs, definitions]) {
    if (!isPlainObject(map)) continue;
    for (const [name, part] of Object.entries(map)) {
      sizes.characters += name.length;
      if (map === properties) sizes.properties++;
      measure(part, sizes);
    }
  }
  if (Array.isArray(values)) measureEnum(values, sizes);
  if (typeof constant === "string") sizes.characters += constant.length;
  for (const list of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(list)) for (const part of list) measure(part, sizes);
  }
  measure(schema.items, sizes);
}

function measureEnum(values: readonly unknown[], sizes: Sizes): void {
  const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0);
  sizes.enumValues += values.length;
  sizes.characters += characters;
  if (values.length > largeEnum.values && values.every((value) => typeof value === "string")) {
    sizes.longestLargeEnum = Math.max(sizes.longestLargeEnum, characters);
  }
}
