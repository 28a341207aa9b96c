import type { JsonObject } from "@rollouts/core";
import type { StrictMode } from "../settings.ts";
import { findStrictProblem, hasType, type StrictProblem } from "./strict-problem.ts";

/** A schema as it is sent, with the mode to send beside it. */
export interface WireSchema {
  readonly schema: JsonObject;
  readonly strict: boolean;
  /** Why it is not strict, though that was wanted. */
  readonly problem: StrictProblem | undefined;
}

/**
 * Prepares a JSON Schema for the wire. Strict if that is wanted and possible without changing what
 * the schema asks for; then objects that say nothing about further properties are closed, and
 * `oneOf` becomes `anyOf`, as strict mode needs it. An optional property keeps a schema from strict
 * mode, which knows none.
 */
export function toWireSchema(schema: JsonObject, mode: StrictMode): WireSchema {
  const { $schema: _dialect, ...plain } = schema;
  if (mode === false) return { schema: plain, strict: false, problem: undefined };
  const problem = findStrictProblem(plain);
  const strict = problem === undefined;
  return { schema: strict ? close(plain) : plain, strict, problem };
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
