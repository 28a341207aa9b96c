import {
  type EndEvent,
  type ModelResponse,
  type Schema,
  toSafeLine,
  validateValue,
} from "@rollouts/core";
import { parseJson } from "./parse-json.ts";

const maxErrorLength = 300;
const filtered = "The provider's content filter stopped the answer.";

/**
 * Reads the last reply of a run.
 *
 * A stop by the provider's content filter is a refusal: it is how this model with its provider
 * answers, so it counts against them. A reply that was cut by a token limit, or that holds nothing
 * at all, is `truncated`: it does not show what the answer would have been.
 */
export async function readEnd(
  { message, finishReason }: ModelResponse,
  schema: Schema | undefined,
): Promise<EndEvent> {
  const text = message.content;
  const refusal = message.refusal || (finishReason === "content-filter" ? filtered : undefined);
  if (refusal !== undefined) return { type: "end", status: "completed", text, refusal };
  const hasCalls = (message.toolCalls ?? []).length > 0;
  const isWhole = finishReason !== "length" || (schema !== undefined && !hasCalls && closes(text));
  if (text === null || !isWhole) return { type: "end", status: "truncated", text };
  const answer = schema === undefined ? { output: text } : await readOutput(text, schema);
  return { type: "end", status: "completed", text, ...answer };
}

/**
 * True for an object or an array in JSON, which cannot have been cut, whatever the provider says.
 * A bare number may still have lost digits.
 */
function closes(text: string | null): boolean {
  if (text === null) return false;
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null;
}

async function readOutput(
  text: string,
  schema: Schema,
): Promise<Pick<EndEvent, "output" | "outputError">> {
  const parsed = parseJson(text);
  if (!parsed.ok) return { outputError: toShortLine(`The reply is ${parsed.problem}`) };
  const validation = await validateValue(schema, parsed.value);
  if (validation.ok) return { output: validation.value };
  return { outputError: toShortLine(`The reply misses the output schema: ${validation.problem}`) };
}

/** Problems may quote the model, who may write anything. */
function toShortLine(text: string): string {
  const line = toSafeLine(text);
  return line.length <= maxErrorLength ? line : `${line.slice(0, maxErrorLength - 1)}…`;
}
