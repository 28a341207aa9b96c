import { describeThrown, errorTypeOf, isPlainObject } from "@rollouts/core";
import { type Headers, readRequestId, readRetryAfterMs } from "../reply/headers.ts";

/** What a model, its provider, or the way to it said about a failed call. */
export interface Failure {
  /** Name of the error, such as `AI_APICallError`. */
  readonly name?: string | undefined;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The provider's own word for what went wrong. */
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  /** The request parameter that the provider objects to. */
  readonly param?: string | undefined;
  /** True when a gateway names the reasons why the content was moderated. */
  readonly isModerated?: boolean | undefined;
  readonly text?: string | undefined;
  /** The system's or the HTTP client's code for what broke, such as `ECONNRESET`. */
  readonly networkCode?: string | undefined;
  /** What the provider package thinks of trying again. */
  readonly isRetryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads what a model threw, or put into its stream: an error of the AI SDK, one of the HTTP client, or
 * the provider's own error object. By its members and not by its class, which is another one in each
 * version of the AI SDK.
 */
export function readFailure(thrown: unknown): Failure {
  if (typeof thrown !== "object" || thrown === null) return { text: describeThrown(thrown) };
  const members = thrown as Members;
  const { statusCode, isRetryable, responseHeaders } = members;
  const headers: Headers = isPlainObject(responseHeaders) ? responseHeaders : {};
  const body = readBody(members);
  const { metadata } = body;
  const message = toText(members.message);
  return {
    name: errorTypeOf(thrown) ?? undefined,
    status: typeof statusCode === "number" ? statusCode : undefined,
    code: toCode(body.code) ?? toText(body.status),
    type: toText(body.type),
    param: toText(body.param),
    isModerated: isPlainObject(metadata) && Array.isArray(metadata.reasons) ? true : undefined,
    text: message ?? toText(body.message),
    networkCode: findNetworkCode(thrown),
    isRetryable: typeof isRetryable === "boolean" ? isRetryable : undefined,
    retryAfterMs: readRetryAfterMs(headers),
    requestId: readRequestId(headers),
  };
}

/**
 * The provider's error object: the text of the response, else what the provider package read of it,
 * which may be less, else the thrown value itself. It lies under `error`, and in a failed response one
 * deeper.
 */
function readBody(thrown: Members): Members {
  const { data, responseBody } = thrown;
  const read = isPlainObject(data) ? data : undefined;
  const told = errorTypeOf(thrown) === null ? thrown : {};
  const outer = parseObject(responseBody) ?? read ?? told;
  const { error, response } = outer;
  if (isPlainObject(error)) return error;
  return isPlainObject(response) && isPlainObject(response.error) ? response.error : outer;
}

function parseObject(text: unknown): Members | undefined {
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findNetworkCode(thrown: unknown): string | undefined {
  let error: unknown = thrown;
  for (let depth = 0; depth < 5 && typeof error === "object" && error !== null; depth++) {
    if (errorTypeOf(error) === null) return undefined;
    if ("code" in error && typeof error.code === "string") return error.code;
    error = "cause" in error ? error.cause : undefined;
  }
  return undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function toCode(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : toText(value);
}
