import { isPlainObject, type Json } from "@rollouts/core";

type Schema = Readonly<Record<string, unknown>>;

/** Deeper than any schema that is not recursive. */
const maxDepth = 50;

const stringFormats: Readonly<Record<string, (text: string) => string>> = {
  email: (text) => `${text.replaceAll(/[^\w-]+/g, "-")}@example.com`,
  uri: (text) => `https://example.com/${encodeURIComponent(text)}`,
  date: () => "2025-01-31",
  time: () => "12:30:00Z",
  "date-time": () => "2025-01-31T12:30:00Z",
  uuid: () => "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
};

/**
 * A value that fits a JSON Schema, with `text` in its strings as far as they may hold it. Patterns
 * and conditions across members are not looked at.
 */
export function sampleJson(schema: unknown, text: string): Json {
  return sample(schema, { root: schema, text, depth: 0 });
}

interface Setting {
  /** Where `$ref` points into. */
  readonly root: unknown;
  readonly text: string;
  readonly depth: number;
}

function sample(schema: unknown, { root, text, depth }: Setting): Json {
  if (!isPlainObject(schema) || depth > maxDepth) return text;
  const setting = { root, text, depth: depth + 1 };
  if ("const" in schema) return schema.const as Json;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as Json;
  if (typeof schema.$ref === "string") return sample(resolve(schema.$ref, root), setting);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices !== undefined) return sample(choices[0], setting);
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => sample(part, setting));
    return parts.every(isPlainObject) ? Object.assign({}, ...parts) : (parts[0] ?? text);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type ?? ("properties" in schema ? "object" : "string")) {
    case "object":
      return sampleObject(schema, setting);
    case "array":
      return sampleArray(schema, setting);
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleString(schema, text);
  }
}

/** Required members only beyond a depth at which a recursive schema would go on for ever. */
function sampleObject(schema: Schema, setting: Setting): Json {
  const properties = isPlainObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(properties).filter(
    ([name]) => setting.depth < 5 || required.includes(name),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, sample(member, setting)]));
}

function sampleArray(schema: Schema, setting: Setting): Json {
  const count = setting.depth < 5 ? 1 : 0;
  const { minItems, prefixItems } = schema;
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => sample(item, setting));
  const length = typeof minItems === "number" ? Math.max(minItems, count) : count;
  return Array.from({ length }, () => sample(schema.items, setting));
}

function sampleNumber(schema: Schema): number {
  const low = Math.max(numberOr(schema.minimum, 1), numberOr(schema.exclusiveMinimum, 0) + 1);
  const high = Math.min(
    numberOr(schema.maximum, low),
    numberOr(schema.exclusiveMaximum, low + 1) - 1,
  );
  const step = numberOr(schema.multipleOf, 1);
  return Math.ceil(Math.min(low, high) / step) * step;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}

function sampleString(schema: Schema, text: string): string {
  const format = stringFormats[String(schema.format)];
  if (format !== undefined) return format(text);
  return text
    .padEnd(numberOr(schema.minLength, 0), ".")
    .slice(0, numberOr(schema.maxLength, Infinity));
}

/** `#` and paths such as `#/$defs/name`. */
function resolve(ref: string, root: unknown): unknown {
  const names = ref.split("/").slice(1);
  return names.reduce<unknown>((place, name) => {
    const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
    return isPlainObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }, root);
}
