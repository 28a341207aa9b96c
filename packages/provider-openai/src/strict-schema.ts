import { isPlainObject, type JsonObject } from "@rollouts/core";

// What strict mode allows is in OpenAI's guide to structured outputs, supported schemas. A keyword
// that is not listed here keeps a schema out of strict mode, which costs less than a refused call.
const allowedKeywords: ReadonlySet<string> = new Set([
  ...["type", "title", "description", "enum", "const", "$ref", "$defs", "definitions"],
  ...["anyOf", "oneOf", "properties", "required", "additionalProperties", "items"],
  ...["pattern", "format", "minLength", "maxLength", "minItems", "maxItems"],
  ...["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);
const allowedFormats: readonly unknown[] = [
  ...["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
];
const kinds = ["type", "anyOf", "oneOf"];
const lookaround = /\(\?<?[=!]/;
const maxLevels = 10;

/** A schema as it is sent, with the mode to send beside it. */
export interface WireSchema {
  readonly schema: JsonObject;
  readonly strict: boolean;
}

/**
 * Prepares a JSON Schema for the wire. Strict if that is wanted and possible without changing what
 * the schema asks for; then objects that say nothing about further properties are closed, and
 * `oneOf` becomes `anyOf`, as strict mode needs it. An optional property keeps a schema from strict
 * mode, which knows none.
 */
export function toWireSchema(schema: JsonObject, wantStrict: boolean): WireSchema {
  const { $schema: _dialect, ...plain } = schema;
  const strict = wantStrict && plain.type === "object" && canBeStrict(plain, 1);
  return { schema: strict ? close(plain) : plain, strict };
}

function canBeStrict(schema: unknown, level: number): boolean {
  if (!isPlainObject(schema)) return false;
  const keys = Object.keys(schema);
  if (!keys.every((key) => allowedKeywords.has(key))) return false;
  if ("$ref" in schema) return keys.length === 1 && String(schema.$ref).startsWith("#");
  if (!kinds.some((kind) => kind in schema)) return false;
  if (level === 1 && ("anyOf" in schema || "oneOf" in schema)) return false;
  if ("anyOf" in schema && "oneOf" in schema) return false;
  if (!isTextStrict(schema) || !isObjectStrict(schema, level)) return false;
  if (hasType(schema, "array") && !("items" in schema)) return false;
  const inner = hasType(schema, "object") ? level + 1 : level;
  return subschemas(schema).every((part) => canBeStrict(part, inner));
}

function isTextStrict({ format, pattern }: Record<string, unknown>): boolean {
  if (format !== undefined && !allowedFormats.includes(format)) return false;
  return pattern === undefined || (typeof pattern === "string" && !lookaround.test(pattern));
}

function isObjectStrict(schema: Record<string, unknown>, level: number): boolean {
  const { properties, required, additionalProperties = false } = schema;
  if (!hasType(schema, "object")) return properties === undefined;
  if (level > maxLevels || additionalProperties !== false || !isPlainObject(properties))
    return false;
  const names: unknown = required ?? [];
  return Array.isArray(names) && Object.keys(properties).every((name) => names.includes(name));
}

function hasType({ type }: Record<string, unknown>, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function subschemas(schema: Record<string, unknown>): unknown[] {
  const { properties, $defs, definitions, items, anyOf, oneOf } = schema;
  const maps = [properties, $defs, definitions].filter((map) => map !== undefined);
  const lists = [anyOf, oneOf].filter((list) => list !== undefined);
  return [
    ...maps.flatMap((map) => (isPlainObject(map) ? Object.values(map) : [map])),
    ...lists.flatMap((list) => (Array.isArray(list) ? list : [list])),
    ...(items === undefined ? [] : [items]),
  ];
}

/** Rewrites a schema that can be strict, so that it is. */
function close(schema: JsonObject): JsonObject {
  const { oneOf, ...others } = schema;
  const renamed: JsonObject = oneOf === undefined ? others : { ...others, anyOf: oneOf };
  const entries = Object.entries(renamed).map(([key, value]) => [key, closeMember(key, value)]);
  const closed: JsonObject = Object.fromEntries(entries);
  return hasType(closed, "object") ? { ...closed, additionalProperties: false } : closed;
}

function closeMember(key: string, value: JsonObject[string]): JsonObject[string] {
  if (key === "anyOf") return (value as readonly JsonObject[]).map(close);
  if (key === "items") return close(value as JsonObject);
  if (key !== "properties" && key !== "$defs" && key !== "definitions") return value;
  const parts = Object.entries(value as Record<string, JsonObject>);
  return Object.fromEntries(parts.map(([name, part]) => [name, close(part)]));
}
