import { isPlainObject } from "@rollouts/core";
import { findEventError } from "../failures/error-body.ts";
import { parseData, type StreamFold, type StreamStep } from "../wire/stream-fold.ts";

type Members = Record<string, unknown>;

const lastTypes: readonly unknown[] = [
  "response.completed",
  "response.incomplete",
  "response.failed",
];
/** Events that bring a part of the reply. Others, also unknown ones, only show that the server is there. */
const partTypes = /^response\.[\w.]+\.(added|delta|done)$/;

/**
 * Reads the events of a Responses stream. The response within the last event is the reply; the events
 * before it only show that, and what, it writes.
 */
export function createResponsesFold(): StreamFold {
  const items = new Map<number, unknown>();
  /** Where the model comments on its work: that is no text of the answer. */
  const comments = new Set<unknown>();
  let body: Members | undefined;

  function end(reply: Members): StreamStep {
    body = reply;
    return { isProgress: true, state: "over" };
  }

  function takeItem({ type, item, output_index }: Members): void {
    if (!isPlainObject(item)) return;
    if (item.phase === "commentary") comments.add(output_index);
    // An added item is not complete yet: its encrypted reasoning may still change.
    if (type === "response.output_item.done") items.set(Number(output_index), item);
  }

  return {
    body: () => body,
    take(event) {
      // Some servers end with it what has ended already.
      if (event.data === "[DONE]") return { isProgress: false, state: "open" };
      const members = parseData(event);
      const error = findEventError(event, members);
      if (error !== undefined) return end({ status: "failed", error });
      if (!isPlainObject(members)) return { isProgress: false, state: "open" };
      const type = members.type ?? event.name;
      if (lastTypes.includes(type) && isPlainObject(members.response)) {
        return end(withItems(members.response, items));
      }
      takeItem(members);
      const isText = type === "response.output_text.delta" && typeof members.delta === "string";
      const isComment = comments.has(members.output_index);
      return {
        text: isText && !isComment && members.delta !== "" ? String(members.delta) : undefined,
        isProgress: partTypes.test(String(type)) && members.delta !== "",
        state: "open",
      };
    },
  };
}

/** Some servers leave the items out of the last event, having sent each in an event of its own. */
function withItems(reply: Members, items: ReadonlyMap<number, unknown>): Members {
  const { output } = reply;
  if (items.size === 0 || (Array.isArray(output) && output.length > 0)) return reply;
  const inOrder = [...items].sort(([first], [second]) => first - second);
  return { ...reply, output: inOrder.map(([, item]) => item) };
}
