import { withoutUndefined } from "@rollouts/core";
import type { Profile } from "../profile.ts";
import { type HeadersLike, readHeader } from "./headers-like.ts";
import { readRetryAfterMs } from "./retry-after.ts";

/** What the headers of an answer say about the call. */
export interface AnswerHead {
  /** The id under which the provider knows the request. */
  readonly requestId?: string | undefined;
  /** How long the provider asks to wait, which counts when the call failed. */
  readonly retryAfterMs?: number | undefined;
}

const requestIdNames = ["x-request-id", "apim-request-id", "x-generation-id"];

export function readAnswerHead(headers: HeadersLike, profile: Profile): AnswerHead {
  const ids = requestIdNames.map((name) => readHeader(headers, name) ?? "");
  return withoutUndefined({
    requestId: ids.find((id) => id !== ""),
    retryAfterMs: readRetryAfterMs(headers, profile),
  });
}
