import { ProviderError, type ProviderErrorClass } from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import { quote } from "../quote.ts";
import type { Deadlines } from "../watch.ts";
import { classifyFailure } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";

/** The error for a failure that the model told. It has no cause, which would hold the request. */
export function toldError(
  failure: Failure,
  definition: ModelDefinition,
  hasBegun: boolean,
): ProviderError {
  const { status, code, networkCode, name, text, retryAfterMs, requestId } = failure;
  const errorClass = classifyFailure(failure);
  const kinds = [status === undefined ? name : `HTTP ${status}`, code ?? networkCode];
  const kind = kinds.filter((part) => part !== undefined).join(", ");
  const who = nameOf(definition);
  const isInterrupted = hasBegun && errorClass === "connection";
  const what = isInterrupted ? `interrupted: the reply of ${who} broke off` : `${who} failed`;
  const how = kind === "" ? "" : ` (${quote(kind)})`;
  const words = text === undefined ? "" : `: ${quote(text).replace(/[.\s]+$/, "")}`;
  return errorOf(definition, {
    errorClass,
    message: `${what}${how}${words}.`,
    status,
    retryAfterMs,
    requestId: requestId && quote(requestId),
  });
}

/** The error for a reply that began, and of which the rest is missing. */
export function interruptedError(definition: ModelDefinition, requestId?: string): ProviderError {
  return errorOf(definition, {
    errorClass: "connection",
    message: `interrupted: the reply of ${nameOf(definition)} ended without a finish reason, so it may not be whole. For a provider whose replies never have one, set stream: false.`,
    requestId: requestId && quote(requestId),
  });
}

/** The error for an answer that is none. */
export function protocolError(problem: string, definition: ModelDefinition): ProviderError {
  return errorOf(definition, {
    errorClass: "protocol",
    message: `${nameOf(definition)} gave no usable reply: ${quote(problem)}.`,
  });
}

/** The error for a provider that says that its answer ended in an error. */
export function failedReplyError(
  raw: string | undefined,
  definition: ModelDefinition,
): ProviderError {
  const how = raw === undefined ? "" : ` (${quote(raw)})`;
  return errorOf(definition, {
    errorClass: "server",
    message: `The reply of ${nameOf(definition)} ended with an error${how}.`,
  });
}

/** The error for a conversation that the model cannot be given; nothing was sent. */
export function requestError(problem: string, definition: ModelDefinition): ProviderError {
  return errorOf(definition, { errorClass: "invalid-request", message: quote(problem) });
}

/** The error for what was asked for and had no effect: another policy would be measured. */
export function ignoredError(warning: string, definition: ModelDefinition): ProviderError {
  return errorOf(definition, {
    errorClass: "unsupported-setting",
    message: `${nameOf(definition)} ignores what it was asked for (${quote(warning)}). Leave it out, or use another model.`,
  });
}

/** The error for a provider that was silent for too long. */
export function timeoutError(passed: keyof Deadlines, definition: ModelDefinition): ProviderError {
  const what =
    passed === "firstByteTimeoutMs" ? "No reply began" : "interrupted: the reply did not get on";
  return errorOf(definition, {
    errorClass: "timeout",
    message: `${what} for ${definition.settings[passed]} ms (${passed}) at ${nameOf(definition)}. A model that thinks for longer without a word needs a higher ${passed}.`,
  });
}

interface ErrorMembers {
  readonly errorClass: ProviderErrorClass;
  readonly message: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
}

function errorOf({ provider }: ModelDefinition, members: ErrorMembers): ProviderError {
  return new ProviderError({ ...members, provider });
}

function nameOf({ provider, modelId }: ModelDefinition): string {
  return `${quote(provider)} ${quote(modelId)}`;
}
