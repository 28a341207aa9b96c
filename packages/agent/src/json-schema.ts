import {
  canonicalJson,
  describeThrown,
  describeValue,
  frozenClone,
  InvalidArgumentError,
  isPlainObject,
  type JsonObject,
  type Schema,
} from "@rollouts/core";

/** The dialect that most model servers read. */
const target = "draft-07";

/**
 * The JSON Schema of what a model has to write: the input side of the schema, since defaults,
 * coercions and transforms are applied to it afterwards. Only `$schema` is left out: the dialect is
 * fixed, and strict servers refuse the keyword.
 *
 * @throws InvalidArgumentError for what is no such schema, or has a part that JSON cannot express.
 */
export function toJsonSchema(schema: Schema, argument: string): JsonObject {
  checkSchema(schema, argument);
  try {
    const written: unknown = schema["~standard"].jsonSchema.input({ target });
    if (!isPlainObject(written)) throw new Error(`it came out as ${describeValue(written)}`);
    const { $schema: _dialect, ...rest } = written;
    canonicalJson(rest);
    return frozenClone(rest) as JsonObject;
  } catch (error) {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} cannot be written as JSON Schema, which models read: ${describeThrown(error)}. Describe what the model writes with types that JSON has.`,
      cause: error,
    });
  }
}

/** The JSON Schema of a tool's arguments, which must be one object. */
export function toParametersSchema(schema: Schema, argument: string): JsonObject {
  const parameters = toJsonSchema(schema, argument);
  if (parameters.type === "object") return parameters;
  throw new InvalidArgumentError({
    argument,
    message: `${argument} must be an object schema, since models name every argument, got ${describeShape(parameters)}. Wrap it in an object.`,
  });
}

function checkSchema(schema: unknown, argument: string): void {
  const standard = readStandard(schema);
  if (standard === undefined) {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be a schema such as z.object({ ... }) of zod 4.2 or newer, got ${describeValue(schema)}.`,
    });
  }
  const converter = standard.jsonSchema as Partial<Schema["~standard"]["jsonSchema"]> | undefined;
  if (typeof converter?.input !== "function") {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} cannot say itself as JSON Schema. Use zod 4.2 or newer, or another library with the JSON Schema extension of Standard Schema.`,
    });
  }
}

/** The standard part of a schema; some libraries make schemas that are functions. */
function readStandard(schema: unknown): Record<string, unknown> | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return;
  const standard = (schema as { "~standard"?: unknown })["~standard"];
  if (typeof standard !== "object" || standard === null) return;
  const members = standard as Record<string, unknown>;
  return typeof members.validate === "function" ? members : undefined;
}

function describeShape(schema: JsonObject): string {
  if (typeof schema.type === "string") return `one of type ${JSON.stringify(schema.type)}`;
  const keyword = ["anyOf", "oneOf", "allOf", "$ref"].find((key) => key in schema);
  return keyword === undefined ? "one without a type" : `one made of ${keyword}`;
}
