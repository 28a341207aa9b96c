import { describeValue, type Model, type ModelResponse, ProviderError } from "@rollouts/core";
import { isObject } from "./is-object.ts";

type Fault = readonly [path: string, found: unknown];

/**
 * Refuses what is no response, before any of it is taken for an answer: models are plug-ins.
 *
 * @throws ProviderError of class `protocol`, naming the member.
 */
export function checkResponse(response: unknown, model: Model): asserts response is ModelResponse {
  const fault = findFault(response);
  if (fault === undefined) return;
  const [path, found] = fault;
  throw new ProviderError({
    errorClass: "protocol",
    provider: model.provider,
    message: `The model ${describeValue(model.modelId)} broke its contract: ${path} is ${describeValue(found)}.`,
  });
}

function findFault(response: unknown): Fault | undefined {
  if (!isObject(response)) return ["its response", response];
  const { message } = response;
  if (!isObject(message)) return ["response.message", message];
  const { role, content, refusal, toolCalls = [] } = message;
  if (role !== "assistant") return ["response.message.role", role];
  if (typeof content !== "string" && content !== null) return ["response.message.content", content];
  // Some model APIs give null for no refusal.
  if (typeof (refusal ?? "") !== "string") return ["response.message.refusal", refusal];
  if (!Array.isArray(toolCalls)) return ["response.message.toolCalls", toolCalls];
  return findCallFault(toolCalls);
}

function findCallFault(calls: readonly unknown[]): Fault | undefined {
  for (const [index, call] of calls.entries()) {
    const path = `response.message.toolCalls[${index}]`;
    if (!isObject(call)) return [path, call];
    const broken = ["id", "name", "rawArguments"].find((key) => typeof call[key] !== "string");
    if (broken !== undefined) return [`${path}.${broken}`, call[broken]];
  }
  return undefined;
}
