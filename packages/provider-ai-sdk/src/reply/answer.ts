import { isPlainObject } from "@rollouts/core";

/** The answer to a call, whether it came as a whole or in pieces. Nothing in it was checked yet. */
export interface Answer {
  readonly content: unknown;
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly warnings: unknown;
  /** Id and model, as far as they are known. */
  readonly response: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** V4 only: the text that is the structured output, where there are others as well. */
  readonly structuredOutputText?: unknown;
  /** True when the answer came in pieces, so that a missing end may be a missing rest. */
  readonly isStreamed: boolean;
}

/** What `doGenerate` gave, as an answer; undefined when it is none. */
export function toAnswer(result: unknown): Answer | undefined {
  if (!isPlainObject(result)) return undefined;
  const { content, finishReason, usage, warnings, structuredOutputText } = result;
  const response = toRecord(result.response);
  return {
    content,
    finishReason,
    usage,
    warnings,
    response,
    headers: toRecord(response.headers),
    structuredOutputText,
    isStreamed: false,
  };
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(value) ? value : {};
}
