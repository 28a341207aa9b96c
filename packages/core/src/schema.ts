import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/**
 * A schema that checks a value and types it: any Standard Schema, such as one of zod, valibot or
 * arktype.
 */
export interface ValueSchema<Output = unknown> {
  readonly "~standard": StandardSchemaV1.Props<unknown, Output>;
}

/**
 * A schema that can also say itself as JSON Schema, as a model needs it: a Standard Schema with the
 * JSON Schema extension, such as one of zod 4.2 or newer.
 */
export interface Schema<Output = unknown> {
  readonly "~standard": StandardSchemaV1.Props<unknown, Output> &
    StandardJSONSchemaV1.Props<unknown, Output>;
}

/** What a schema said about a value. */
export type Validation<Output> =
  | { readonly ok: true; readonly value: Output }
  /** `problem` is one line that names each place and what is wrong there. */
  | { readonly ok: false; readonly problem: string };

/** Checks a value against a schema. What the schema itself throws is rethrown. */
export async function validateValue<Output>(
  schema: ValueSchema<Output>,
  value: unknown,
): Promise<Validation<Output>> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return { ok: true, value: result.value };
  return { ok: false, problem: describeIssues(result.issues) };
}

/** What a model wrote may be wrong in thousands of places. */
const maxIssues = 10;

function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const rest = issues.length - maxIssues;
  return [
    ...issues.slice(0, maxIssues).map(describeIssue),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
    .join("; ")
    .replace(/\s+/g, " ");
}

function describeIssue(issue: StandardSchemaV1.Issue): string {
  const keys = (issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  return keys.length === 0 ? issue.message : `${keys.map(String).join(".")}: ${issue.message}`;
}
