import { isPlainObject } from "@rollouts/core";
import type { Call } from "../call.ts";
import { createCallIds } from "../reply/call-ids.ts";
import { toRawArguments } from "../reply/raw-arguments.ts";

/**
 * The output items of a reply, with function calls as the API has them: each with an id of its own, and
 * with its arguments as text. Items that are so already stay as they came.
 */
export function normalizeCalls(
  items: readonly unknown[],
  call: Call,
): { readonly items: readonly unknown[]; readonly warnings: readonly string[] } {
  const ids = createCallIds(call);
  const normal = items.map((item) => {
    if (!isPlainObject(item) || item.type !== "function_call") return item;
    const call_id = ids.next(item.call_id);
    const text = toRawArguments(item.arguments);
    if (call_id === item.call_id && text === item.arguments) return item;
    return { ...item, call_id, arguments: text };
  });
  return { items: normal, warnings: ids.warnings() };
}
