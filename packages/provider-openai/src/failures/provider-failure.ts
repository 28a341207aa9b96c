import { errorTypeOf, ProviderError, type ProviderErrorClass } from "@rollouts/core";
import type { Call } from "../call.ts";
import { quote } from "../quote.ts";
import type { AnswerHead } from "../wire/answer-head.ts";
import type { Deadlines } from "../wire/watch.ts";
import { classifyFailure } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";

/** What is no answer is a riddle, and needs more of it to be read. */
const maxExcerptLength = 512;

/** The error for a failure that the server told, over HTTP or inside an answer. */
export function answeredError(failure: Failure, call: Call): ProviderError {
  const { status, code, text, retryAfterMs, requestId } = failure;
  const errorClass = classifyFailure(failure);
  const what = status === undefined ? "an error" : `HTTP ${status}`;
  const kind = code === undefined ? "" : ` (${quote(code, call)})`;
  const words = text === undefined ? "" : `: ${quote(text, call).replace(/[.\s]+$/, "")}`;
  const advice = advise(errorClass, failure, call);
  return errorOf(call, {
    errorClass,
    message: `${call.profile.provider} answered with ${what}${kind}${words}.${advice}`,
    status,
    retryAfterMs,
    requestId,
  });
}

interface Evidence extends AnswerHead {
  /** HTTP status. */
  readonly status?: number | undefined;
  /** What came in place of an answer. */
  readonly excerpt?: string | undefined;
}

/** The error for an answer that is none, such as a page of a proxy. */
export function protocolError(
  problem: string,
  call: Call,
  { status, requestId, excerpt }: Evidence,
): ProviderError {
  const what = quote(problem, call);
  const rest = excerpt === undefined ? "." : `: ${quote(excerpt, call, maxExcerptLength)}`;
  return errorOf(call, {
    errorClass: "protocol",
    message: `${call.profile.provider} at ${call.baseURL} gave no usable answer: ${what}${rest}`,
    status,
    requestId,
  });
}

/** The error for a request that cannot be made as it was asked for; nothing was sent. */
export function unsupportedError(problem: string, call: Call): ProviderError {
  return errorOf(call, { errorClass: "unsupported-setting", message: quote(problem, call, 1000) });
}

/** The error for a server that was silent for too long. */
export function timeoutError(passed: keyof Deadlines, deadlines: Deadlines, call: Call) {
  const what =
    passed === "firstByteTimeoutMs" ? "No answer began" : "interrupted: the answer did not get on";
  return errorOf(call, {
    errorClass: "timeout",
    message: `${what} for ${deadlines[passed]} ms (${passed}) at ${call.baseURL}. A model that thinks for longer without a word needs a higher ${passed}.`,
  });
}

/** The error for an answer that began and is not whole; `how` says in a few words what became of it. */
export function interruptedError(
  how: string,
  call: Call,
  { requestId }: AnswerHead,
): ProviderError {
  return errorOf(call, {
    errorClass: "connection",
    message: `interrupted: the answer of ${call.profile.provider} at ${call.baseURL} ${quote(how, call)}.`,
    requestId,
  });
}

/** How an answer broke off, by what the connection threw. */
export function describeBreak(thrown: unknown): string {
  return `broke off (${findCode(thrown) ?? errorTypeOf(thrown) ?? typeof thrown})`;
}

/**
 * The error for a call that got no answer. It has no cause, since what HTTP clients throw may hold the
 * request, and so the key.
 */
export function unansweredError(thrown: unknown, call: Call): ProviderError {
  const name = errorTypeOf(thrown) ?? typeof thrown;
  const code = findCode(thrown);
  const errorClass = classifyUnanswered(thrown, name, code);
  const { provider } = call.profile;
  const message =
    errorClass === "invalid-request"
      ? `The request to ${provider} could not be made: ${quote(describe(thrown), call)}`
      : `No whole answer came from ${provider} at ${call.baseURL} (${code ?? name}).`;
  return errorOf(call, { errorClass, message });
}

type ErrorMembers = Omit<ConstructorParameters<typeof ProviderError>[0], "provider">;

function errorOf(call: Call, members: ErrorMembers): ProviderError {
  const { requestId } = members;
  return new ProviderError({
    ...members,
    provider: call.profile.provider,
    requestId: requestId && quote(requestId, call),
  });
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
    const isOpenAI = call.profile.apiKey === "from environment";
    const sources = isOpenAI
      ? "OPENAI_API_KEY, or createOpenAI({ apiKey })"
      : "createOpenAI({ apiKey })";
    return ` Check the API key (${sources}) and what it may use.`;
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
