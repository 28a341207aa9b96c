import type { AnswerHead } from "./answer-head.ts";

/** An answer with a success status, put together if it was streamed, and not looked at yet. */
export interface Answer extends AnswerHead {
  readonly body: unknown;
}
