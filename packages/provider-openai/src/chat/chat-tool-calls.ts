import { isPlainObject, type ToolCall } from "@rollouts/core";
import type { Call } from "../call.ts";
import { createCallIds } from "../reply/call-ids.ts";
import { toRawArguments } from "../reply/raw-arguments.ts";

/** The tool calls of a reply, in both forms. */
export interface ChatToolCalls {
  readonly calls: readonly ToolCall[];
  /** As they are sent back, with members that only the server knows. */
  readonly wire: readonly Record<string, unknown>[];
  readonly hasExtras: boolean;
  readonly warnings: readonly string[];
}

/** Reads the tool calls of a message, or says in a few words what is wrong with them. */
export function readChatToolCalls(
  message: Record<string, unknown>,
  call: Call,
): ChatToolCalls | string {
  const list = message.tool_calls ?? [];
  if (!Array.isArray(list)) return "tool_calls is no list";
  const ids = createCallIds(call);
  const calls: ToolCall[] = [];
  const wire: Record<string, unknown>[] = [];
  let hasExtras = false;
  for (const [index, entry] of withOlderForm(list, message).entries()) {
    const read = readCall(entry);
    if (read === undefined) return `tool_calls[${index}] is no function call`;
    const { name, rawArguments, extras } = read;
    const id = ids.next(read.id);
    hasExtras ||= Object.keys(extras).length > 0;
    calls.push({ id, name, rawArguments });
    wire.push({ ...extras, id, type: "function", function: { name, arguments: rawArguments } });
  }
  return { calls, wire, hasExtras, warnings: ids.warnings() };
}

/** Some servers still write a single call as `function_call`, or write it both ways. */
function withOlderForm(
  list: readonly unknown[],
  { function_call: given }: Record<string, unknown>,
): readonly unknown[] {
  const isCall = isPlainObject(given) && typeof given.name === "string" && given.name !== "";
  return list.length === 0 && isCall ? [{ function: given }] : list;
}

function readCall(entry: unknown) {
  if (!isPlainObject(entry) || !isPlainObject(entry.function)) return undefined;
  const { id, type: _type, function: given, index: _index, ...extras } = entry;
  const { name, arguments: text } = given as Record<string, unknown>;
  if (typeof name !== "string" || name === "") return undefined;
  return { id, name, rawArguments: toRawArguments(text), extras };
}
