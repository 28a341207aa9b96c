import { describeValue, isPlainObject, type ToolCall } from "@rollouts/core";
import { findLoneSurrogateInJson } from "../conversation/lone-surrogate.ts";
import type { ProfileTools, SftProfile } from "../profiles/profile.ts";
import { keyFault } from "./key-fault.ts";
import { isNineCharacterId } from "./nine-character-id.ts";

/** Reads the tool calls of a message of a row, or says why they cannot be read. */
export function readChatCalls(
  { tool_calls: calls, function_call: only }: Readonly<Record<string, unknown>>,
  { tools }: SftProfile,
): ToolCall[] | string {
  if (only !== undefined && tools !== null) {
    const call = readCalled(only, { id: nameOf(only), tools });
    return typeof call === "string" ? call : [call];
  }
  if (calls === undefined) return [];
  if (tools === null || !Array.isArray(calls) || calls.length === 0) {
    return `tool_calls must be a list that is not empty, got ${describeValue(calls)}`;
  }
  const read: ToolCall[] = [];
  for (const call of calls) {
    const found = readChatCall(call, tools);
    if (typeof found === "string") return found;
    read.push(found);
  }
  return read;
}

function readChatCall(call: unknown, tools: ProfileTools): ToolCall | string {
  if (!isPlainObject(call)) return `a tool call must be an object, got ${describeValue(call)}`;
  const { id, type, function: called } = call;
  const fault = keyFault(call, { required: ["id", "type", "function"], optional: [] });
  if (fault !== null) return `a tool call ${fault}`;
  if (type !== "function") return `type must be "function", got ${describeValue(type)}`;
  if (typeof id !== "string") return `the id of a call must be text, got ${describeValue(id)}`;
  if (tools.callIds === "nine-alphanumeric" && !isNineCharacterId(id)) {
    return `the id of a call must be 9 of A-Z, a-z and 0-9, got ${describeValue(id)}`;
  }
  return readCalled(called, { id, tools });
}

/** A call from before there were tools has no id: a reply names the function. */
function nameOf(called: unknown): string {
  return isPlainObject(called) && typeof called.name === "string" ? called.name : "";
}

function readCalled(
  called: unknown,
  { id, tools }: { readonly id: string; readonly tools: ProfileTools },
): ToolCall | string {
  if (!isPlainObject(called)) return `function must be an object, got ${describeValue(called)}`;
  const { name, arguments: given } = called;
  if (typeof name !== "string") return `name must be text, got ${describeValue(name)}`;
  const rawArguments = tools.argumentsAs === "object" ? toRaw(given) : given;
  if (typeof rawArguments !== "string") {
    return `arguments must be ${tools.argumentsAs === "object" ? "an object" : "text"}, got ${describeValue(given)}`;
  }
  const surrogate = findLoneSurrogateInJson(rawArguments);
  if (surrogate !== null) return `arguments have a lone surrogate ${surrogate}`;
  return { id, name, rawArguments };
}

function toRaw(value: unknown): string | undefined {
  return isPlainObject(value) ? JSON.stringify(value) : undefined;
}
