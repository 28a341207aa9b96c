import { describeValue, type FinishReason, isPlainObject } from "@rollouts/core";

const finishReasons: readonly unknown[] = [
  "stop",
  "tool-calls",
  "length",
  "content-filter",
  "other",
] satisfies FinishReason[];
const responseKeys = ["message", "finishReason", "usage", "served", "rateLimits", "warnings"];
const tokenKeys = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "totalTokens",
];
const servedKeys = ["model", "requestId", "responseId", "systemFingerprint", "serviceTier"];

/** Says what is wrong with what a model gave for a response; undefined when nothing is. */
export function findResponseFault(response: unknown): string | undefined {
  if (!isPlainObject(response)) return `the response is ${describeValue(response)}`;
  const unknown = Object.keys(response).find((key) => !responseKeys.includes(key));
  if (unknown !== undefined) return `response.${unknown} is no member of a response`;
  const { finishReason, warnings = [] } = response;
  if (!finishReasons.includes(finishReason)) {
    return wrong("finishReason", finishReason, `one of ${finishReasons.join(", ")}`);
  }
  if (!Array.isArray(warnings) || !warnings.every(isText)) {
    return wrong("warnings", warnings, "a list of texts");
  }
  return (
    findMessageFault(response.message) ??
    findUsageFault(response.usage) ??
    findServedFault(response.served) ??
    findLimitFault(response.rateLimits)
  );
}

function findMessageFault(message: unknown): string | undefined {
  if (!isPlainObject(message)) return wrong("message", message, "an object");
  const { role, content, refusal, reasoning, toolCalls = [] } = message;
  if (role !== "assistant") return wrong("message.role", role, '"assistant"');
  if (content !== null && !isText(content)) {
    return wrong("message.content", content, "a text, or null");
  }
  for (const [name, value] of Object.entries({ refusal, reasoning })) {
    if (value !== undefined && !isText(value)) {
      return wrong(`message.${name}`, value, "a text, or left out");
    }
  }
  if (!Array.isArray(toolCalls)) return wrong("message.toolCalls", toolCalls, "a list");
  return findCallFault(toolCalls);
}

function findCallFault(calls: readonly unknown[]): string | undefined {
  const ids = new Set<unknown>();
  for (const [index, call] of calls.entries()) {
    const path = `message.toolCalls[${index}]`;
    if (!isPlainObject(call)) return wrong(path, call, "an object");
    for (const key of ["id", "name", "rawArguments"]) {
      if (!isText(call[key])) return wrong(`${path}.${key}`, call[key], "a text");
    }
    if (call.id === "" || ids.has(call.id)) {
      return wrong(`${path}.id`, call.id, "an id that no other call of the reply has");
    }
    ids.add(call.id);
  }
  return undefined;
}

function findUsageFault(usage: unknown): string | undefined {
  if (usage === undefined) return undefined;
  if (!isPlainObject(usage)) return wrong("usage", usage, "an object, or left out");
  for (const [key, value] of Object.entries(usage)) {
    const isKnown = tokenKeys.includes(key) || key === "costUsd";
    if (!isKnown) return `response.usage.${key} is no member of a usage`;
    const isCount = typeof value === "number" && Number.isFinite(value) && value >= 0;
    const isRight = isCount && (key === "costUsd" || Number.isInteger(value));
    if (value !== undefined && !isRight) return wrong(`usage.${key}`, value, "a count");
  }
  return undefined;
}

function findServedFault(served: unknown): string | undefined {
  if (served === undefined) return undefined;
  if (!isPlainObject(served)) return wrong("served", served, "an object, or left out");
  const { sampleCount, ...facts } = served;
  const isCount = Number.isSafeInteger(sampleCount) && Number(sampleCount) > 0;
  if (sampleCount !== undefined && !isCount) {
    return wrong("served.sampleCount", sampleCount, "a whole number from 1 on");
  }
  for (const [key, value] of Object.entries(facts)) {
    if (!servedKeys.includes(key)) return `response.served.${key} is no member of it`;
    if (value !== undefined && !isText(value)) return wrong(`served.${key}`, value, "a text");
  }
  return undefined;
}

function findLimitFault(limits: unknown): string | undefined {
  if (limits === undefined) return undefined;
  if (!isPlainObject(limits)) return wrong("rateLimits", limits, "an object, or left out");
  for (const name of ["requests", "tokens"]) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const values = isPlainObject(limit) ? Object.values(limit) : [Number.NaN];
    const isRight = values.every((value) => value === undefined || Number(value) >= 0);
    if (!isRight) return wrong(`rateLimits.${name}`, limit, "an object of counts");
  }
  return undefined;
}

function wrong(path: string, found: unknown, wanted: string): string {
  return `response.${path} is ${describeValue(found)}, and must be ${wanted}`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
