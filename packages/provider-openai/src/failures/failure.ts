import { isPlainObject } from "@rollouts/core";
import type { AnswerHead } from "../wire/answer-head.ts";

/** What a server said about a failed call. */
export interface Failure extends AnswerHead {
  /** HTTP status, when it was the HTTP answer that failed. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  /** The request parameter that the server objects to. */
  readonly param?: string | undefined;
  /** True when a gateway names the reasons why the content was moderated. */
  readonly isModerated?: boolean | undefined;
  /** The server's own words. */
  readonly text?: string | undefined;
  /** What the model wrote, when that is what the server could not read. */
  readonly failedGeneration?: string | undefined;
}

/** Reads an error as servers write them: an object, or a bare text. */
export function readError(error: unknown): Failure {
  if (!isPlainObject(error)) return { text: toText(error) };
  const { code, type, param, message, metadata, failed_generation } = error;
  return {
    code: typeof code === "number" ? String(code) : toText(code),
    type: toText(type),
    param: toText(param),
    isModerated: isPlainObject(metadata) && Array.isArray(metadata.reasons) ? true : undefined,
    text: toText(message),
    failedGeneration: toText(failed_generation),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
