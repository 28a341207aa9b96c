import { isPlainObject } from "@rollouts/core";
import { readRetryAfterMs } from "./retry-after.ts";

/** What a server, or the way to it, said about a failed call. */
export interface Failure {
  /** HTTP status, when it was the HTTP answer that failed. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  /** The request parameter that the server objects to. */
  readonly param?: string | undefined;
  /** The server's own words. */
  readonly text?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Reads an error that the client threw for an HTTP answer; undefined for any other error. By its
 * members and not by its class, which is another one in each copy of the `openai` package.
 */
export function readHttpFailure(thrown: unknown): Failure | undefined {
  if (typeof thrown !== "object" || thrown === null || !("status" in thrown)) return undefined;
  const { status, headers, error, message } = thrown as Record<string, unknown>;
  if (typeof status !== "number") return undefined;
  const answered = readErrorBody(error);
  return {
    ...answered,
    status,
    // The client puts a body that is no JSON into the message, after the status.
    text: answered.text ?? toText(message)?.replace(/^\d+ /, ""),
    ...(hasGet(headers) ? readHeaders(headers) : {}),
  };
}

/** Reads the `error` member of an answer: an object, or with some servers a bare text. */
export function readErrorBody(error: unknown): Failure {
  if (!isPlainObject(error)) return { text: toText(error) };
  const { code, type, param, message } = error;
  return {
    code: typeof code === "number" ? String(code) : toText(code),
    type: toText(type),
    param: toText(param),
    text: toText(message),
  };
}

interface HeadersLike {
  get(name: string): string | null;
}

function hasGet(headers: unknown): headers is HeadersLike {
  return typeof headers === "object" && headers !== null && "get" in headers;
}

function readHeaders(headers: HeadersLike): Failure {
  return {
    retryAfterMs: readRetryAfterMs(headers),
    requestId: headers.get("x-request-id") ?? undefined,
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
