import { describeValue } from "@rollouts/core";

type Members = Readonly<Record<string, unknown>>;

/** What a member must be, and whether it is. */
type Rule = readonly [member: string, isRight: (value: unknown) => boolean];

const isText = (value: unknown) => typeof value === "string";
const isMissing = (value: unknown) => value === undefined || value === null;
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isTextOrMissing = (value: unknown) => isMissing(value) || isText(value);
const isAmountOrMissing = (value: unknown) =>
  isMissing(value) || (typeof value === "number" && value >= 0 && value < Infinity);
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;
const isOneOf =
  (...allowed: readonly string[]) =>
  (value: unknown) =>
    allowed.includes(value as string);

const messageRules: Readonly<Record<string, readonly Rule[]>> = {
  system: [["content", isText]],
  user: [["content", (value) => isText(value) || Array.isArray(value)]],
  assistant: [
    ["content", isTextOrNull],
    ["refusal", isTextOrMissing],
    ["toolCalls", (value) => value === undefined || (Array.isArray(value) && value.every(isCall))],
  ],
  tool: [
    ["toolCallId", isText],
    ["content", isText],
  ],
};

const toolsRules: readonly Rule[] = [
  ["tools", (value) => Array.isArray(value) && value.every(isToolSpec)],
];

const executionRules: readonly Rule[] = [
  ["toolCallId", isText],
  ["name", isText],
  ["rawArguments", isText],
  ["status", isOneOf("ok", "error", "rejected", "paused")],
];

const usageRules = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "totalTokens",
  "costUsd",
].map((member): Rule => [member, isAmountOrMissing]);

const endRules: readonly Rule[] = [
  ["status", isOneOf("completed", "truncated", "paused")],
  ["text", isTextOrNull],
  ["outputError", isTextOrMissing],
  ["refusal", isTextOrMissing],
];

/** Says what is wrong with an event, or gives `null`. */
export function findEventFault(event: unknown): string | null {
  if (!isObject(event)) return `it is ${describeValue(event)}`;
  switch (event.type) {
    case "tools":
      return findFault(event, toolsRules, "tools");
    case "text-delta":
      return findFault(event, [["text", isText]], "text-delta");
    case "message":
      return findMessageFault(event.message);
    case "tool-execution":
      return findFault(event.execution, executionRules, "execution");
    case "usage":
      return findFault(event.usage, usageRules, "usage");
    case "error":
      return findFault(event, [["errorType", isTextOrMissing]], "error");
    case "end":
      return findFault(event, endRules, "end");
    default:
      return `its type is ${describeValue(event.type)}`;
  }
}

function findMessageFault(message: unknown): string | null {
  const role = isObject(message) ? message.role : undefined;
  const rules =
    isText(role) && Object.hasOwn(messageRules, role as string)
      ? messageRules[role as string]
      : undefined;
  return findFault(message, rules ?? [["role", () => false]], "message");
}

function findFault(value: unknown, rules: readonly Rule[], path: string): string | null {
  if (!isObject(value)) return `its ${path} is ${describeValue(value)}`;
  const broken = rules.find(([member, isRight]) => !isRight(value[member]));
  if (broken === undefined) return null;
  return `its ${path}.${broken[0]} is ${describeValue(value[broken[0]])}`;
}

function isToolSpec(tool: unknown): boolean {
  return isObject(tool) && isText(tool.name) && isObject(tool.parameters);
}

function isCall(call: unknown): boolean {
  return isObject(call) && [call.id, call.name, call.rawArguments].every(isText);
}
