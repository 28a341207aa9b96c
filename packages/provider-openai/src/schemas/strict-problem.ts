import { isPlainObject } from "@rollouts/core";
import { findStrictLimit } from "./strict-limits.ts";

/** Why a schema cannot be strict. */
export interface StrictProblem {
  /** Where in the schema, such as `properties.rows.items`; empty for the schema itself. */
  readonly path: string;
  readonly reason: string;
}

type Schema = Record<string, unknown>;

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
const lookaround = /\(\?<?[=!]/;
const maxLevels = 10;

/** Finds the first thing in a schema that strict mode cannot express; undefined when there is none. */
export function findStrictProblem(schema: unknown): StrictProblem | undefined {
  if (isPlainObject(schema) && schema.type !== "object") {
    return { path: "", reason: "the root must be an object (type: object)" };
  }
  return findIn(schema, "", 1) ?? findStrictLimit(schema);
}

function findIn(schema: unknown, path: string, level: number): StrictProblem | undefined {
  const reason = findReason(schema, level);
  if (reason !== undefined) return { path, reason };
  const known = schema as Schema;
  const inner = hasType(known, "object") ? level + 1 : level;
  for (const [step, part] of subschemas(known)) {
    const problem = findIn(part, path === "" ? step : `${path}.${step}`, inner);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findReason(schema: unknown, level: number): string | undefined {
  if (!isPlainObject(schema)) return "is no schema object";
  const unknown = Object.keys(schema).find((key) => !allowedKeywords.has(key));
  if (unknown !== undefined) return `${unknown} is no keyword of strict mode`;
  if ("$ref" in schema) return findReferenceReason(schema);
  const isUnion = "anyOf" in schema || "oneOf" in schema;
  if (!isUnion && !("type" in schema)) return "has no type";
  if (level === 1 && isUnion) return "the root must not be a union";
  if ("anyOf" in schema && "oneOf" in schema) return "has both anyOf and oneOf";
  if (hasType(schema, "array") && !("items" in schema)) return "an array needs items";
  return findTextReason(schema) ?? findObjectReason(schema, level);
}

function findReferenceReason({ $ref, ...others }: Schema): string | undefined {
  if (Object.keys(others).length > 0) return "$ref must stand alone";
  return String($ref).startsWith("#") ? undefined : "$ref must stay within the schema";
}

function findTextReason({ format, pattern }: Schema): string | undefined {
  if (format !== undefined && !allowedFormats.includes(format)) {
    return `format ${JSON.stringify(format)} is none of strict mode`;
  }
  if (pattern === undefined) return undefined;
  if (typeof pattern !== "string") return "pattern is no text";
  return lookaround.test(pattern) ? "pattern looks around, with (?=, (?!, (?<= or (?<!" : undefined;
}

function findObjectReason(schema: Schema, level: number): string | undefined {
  const { properties, required = [], additionalProperties = false } = schema;
  if (!hasType(schema, "object")) {
    return properties === undefined ? undefined : "has properties but is no object";
  }
  if (level > maxLevels) return `is nested deeper than ${maxLevels} levels`;
  if (additionalProperties !== false) return "additionalProperties must be false";
  if (!isPlainObject(properties)) return "an object must name its properties";
  if (!Array.isArray(required)) return "required is no list";
  const optional = Object.keys(properties).find((name) => !required.includes(name));
  if (optional === undefined) return undefined;
  return `${JSON.stringify(optional)} is optional: strict mode needs every property in required; one that may be missing can be nullable`;
}

/** True when `type` is, or lists, this one. */
export function hasType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** The schemas directly inside of a schema, each with the step that leads to it. */
function subschemas(schema: Schema): [step: string, part: unknown][] {
  const parts: [string, unknown][] = [];
  for (const key of ["properties", "$defs", "definitions"]) {
    const map = schema[key];
    if (isPlainObject(map)) {
      for (const [name, part] of Object.entries(map)) parts.push([`${key}.${name}`, part]);
    } else if (map !== undefined) parts.push([key, map]);
  }
  for (const key of ["anyOf", "oneOf"]) {
    const list = schema[key];
    if (Array.isArray(list)) {
      for (const [index, part] of list.entries()) parts.push([`${key}[${index}]`, part]);
    } else if (list !== undefined) parts.push([key, list]);
  }
  return schema.items === undefined ? parts : [...parts, ["items", schema.items]];
}
