import type { Call } from "../call.ts";
import type { ApiResponse } from "../openai-client.ts";
import { readAnswerHead } from "../wire/answer-head.ts";
import type { HeadersLike } from "../wire/headers-like.ts";
import { readFailedBody } from "../wire/read-failed-body.ts";
import type { Watch } from "../wire/watch.ts";
import { findFailure } from "./error-body.ts";
import { type Failure, readError } from "./failure.ts";

/** Reads an answer without a success status. What its head says stands, whatever its body does. */
export async function readFailedAnswer(
  { status, headers, body }: ApiResponse,
  { call, watch }: { call: Call; watch: Watch },
): Promise<Failure> {
  watch.sufficed();
  const text = await readFailedBody(body);
  const error = findFailure(parse(text));
  return { ...readError(error ?? text), status, ...readAnswerHead(headers, call.profile) };
}

/**
 * Reads an error that a client of the user's threw for an HTTP answer; undefined for any other error.
 * By its members and not by its class, which is another one in each copy of the `openai` package.
 */
export function readThrownFailure(thrown: unknown, call: Call): Failure | undefined {
  if (typeof thrown !== "object" || thrown === null || !("status" in thrown)) return undefined;
  const { status, headers, error, message } = thrown as Record<string, unknown>;
  if (typeof status !== "number") return undefined;
  // The client puts a body that is no JSON into the message, after the status.
  const text = typeof message === "string" ? message.replace(/^\d+ /, "") : undefined;
  const answered = readError(findFailure(error) ?? error);
  return {
    ...answered,
    text: answered.text ?? text,
    status,
    ...(hasGet(headers) ? readAnswerHead(headers, call.profile) : {}),
  };
}

function hasGet(headers: unknown): headers is HeadersLike {
  return typeof headers === "object" && headers !== null && "get" in headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
