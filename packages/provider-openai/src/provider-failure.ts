import { errorTypeOf, ProviderError, type ProviderErrorClass, toSafeLine } from "@rollouts/core";
import { classifyFailure } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";

const maxTextLength = 300;
/** A placeholder such as `none` is no secret, and may be part of any word. */
const minKeyLength = 8;

/** What an error may say about the call that failed. */
export interface Call {
  readonly modelId: string;
  readonly baseURL: string;
  /** Known so that no message repeats it. */
  readonly apiKey: string | undefined;
}

/** The error for a failure that the server told, over HTTP or inside an answer. */
export function answeredError(
  failure: Failure,
  call: Call,
  unknown?: ProviderErrorClass,
): ProviderError {
  const { status, code, text, retryAfterMs, requestId } = failure;
  const errorClass = classifyFailure(failure, unknown);
  const what = status === undefined ? "an error" : `HTTP ${status}`;
  const kind = code === undefined ? "" : ` (${quote(code, call)})`;
  const words = text === undefined ? "" : `: ${quote(text, call).replace(/[.\s]+$/, "")}`;
  const advice = advise(errorClass, failure, call);
  return new ProviderError({
    errorClass,
    provider: "openai",
    message: `openai answered with ${what}${kind}${words}.${advice}`,
    status,
    retryAfterMs,
    requestId: requestId && quote(requestId, call),
  });
}

/** The error for an answer that is none, such as a page of a proxy. */
export function protocolError(
  problem: string,
  call: Call,
  { status, requestId }: { status?: number; requestId?: string | undefined } = {},
): ProviderError {
  return new ProviderError({
    errorClass: "protocol",
    provider: "openai",
    message: `openai at ${call.baseURL} gave no usable answer: ${quote(problem, call)}`,
    status,
    requestId: requestId && quote(requestId, call),
  });
}

/**
 * The error for a call that got no whole answer. It has no cause, since what HTTP clients throw may
 * hold the request, and so the key.
 */
export function unansweredError(thrown: unknown, call: Call): ProviderError {
  const name = errorTypeOf(thrown) ?? typeof thrown;
  const code = findCode(thrown);
  const errorClass = classifyUnanswered(thrown, name, code);
  const message =
    errorClass === "invalid-request"
      ? `The request to openai could not be made: ${quote(describe(thrown), call)}`
      : `No whole answer came from openai at ${call.baseURL} (${code ?? name}).`;
  return new ProviderError({ errorClass, provider: "openai", message });
}

function classifyUnanswered(
  thrown: unknown,
  name: string,
  code: string | undefined,
): ProviderErrorClass {
  if (/Timeout/.test(name) || /TIMEOUT|TIMEDOUT/.test(code ?? "")) return "timeout";
  // The client's own errors have a status even when there is none; others come from the connection.
  const isOfClient = typeof thrown === "object" && thrown !== null && "status" in thrown;
  return isOfClient || code !== undefined ? "connection" : "invalid-request";
}

/** The system's or the HTTP client's code for what broke, such as `ECONNRESET`. */
function findCode(thrown: unknown): string | undefined {
  let error: unknown = thrown;
  for (let depth = 0; depth < 5 && typeof error === "object" && error !== null; depth++) {
    if ("code" in error && typeof error.code === "string") return error.code;
    error = "cause" in error ? error.cause : undefined;
  }
  return undefined;
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function advise(errorClass: ProviderErrorClass, { status, param }: Failure, call: Call): string {
  if (errorClass === "authentication") {
    return " Check the API key (OPENAI_API_KEY, or createOpenAI({ apiKey })) and what it may use.";
  }
  if (errorClass === "model-not-found") {
    return ` Check the model id ${JSON.stringify(call.modelId)} and the address ${call.baseURL}.`;
  }
  if (errorClass === "unsupported-setting" && param === "include") {
    return ' The model does not reason: make it with createOpenAI({ api: "chat" }).';
  }
  if (status !== undefined && status >= 300 && status < 400) {
    return " Redirects are not followed: give the final address as baseURL.";
  }
  return "";
}

/** Foreign text for a message: one line, short, without the key, whatever the server repeated. */
function quote(text: string, { apiKey = "" }: Call): string {
  const safe = apiKey.length < minKeyLength ? text : text.replaceAll(apiKey, "[API key]");
  const line = toSafeLine(safe.slice(0, maxTextLength));
  return safe.length > maxTextLength ? `${line}…` : line;
}
