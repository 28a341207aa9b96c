import { isPlainObject } from "@rollouts/core";
import { createReasoningDetails } from "./reasoning-details.ts";
import { createToolCallFold } from "./tool-call-fold.ts";

type Members = Record<string, unknown>;

/** Members of a message that arrive in pieces of text. */
const texts = ["content", "refusal", "reasoning_content", "reasoning"] as const;

/** Puts the pieces of a chat message together. */
export interface ChatMessageFold {
  add(delta: Members): { readonly text?: string | undefined; readonly isProgress: boolean };
  whole(): Members;
}

/** A message that has nothing yet. */
export function createChatMessageFold(): ChatMessageFold {
  const pieces = new Map<string, string[]>();
  const toolCalls = createToolCallFold();
  /** The older form, of a single call. */
  const functionCall = createToolCallFold();
  const details = createReasoningDetails();

  function addText(name: string, piece: unknown): string | undefined {
    if (typeof piece !== "string") return undefined;
    const list = pieces.get(name) ?? [];
    pieces.set(name, list);
    list.push(piece);
    return piece === "" ? undefined : piece;
  }

  return {
    add(delta) {
      const [text, ...others] = texts.map((name) => addText(name, delta[name]));
      const { function_call: older } = delta;
      const isCallingOlder =
        isPlainObject(older) && functionCall.add([{ id: "one", function: older }]);
      const isCalling = toolCalls.add(delta.tool_calls) || isCallingOlder;
      const isThinking = details.add(delta.reasoning_details);
      const isProgress =
        isCalling || isThinking || [text, ...others].some((piece) => piece !== undefined);
      return { text, isProgress };
    },
    whole() {
      const joined = [...pieces].map(([name, list]) => [name, list.join("")]);
      const message: Members = { role: "assistant", content: null, ...Object.fromEntries(joined) };
      const calls = toolCalls.whole();
      if (calls.length > 0) message.tool_calls = calls;
      const [older] = functionCall.whole();
      if (older !== undefined) message.function_call = older.function;
      // Many servers begin with an empty text, where a whole reply would have none.
      if (calls.length > 0 || older !== undefined || message.refusal) message.content ||= null;
      if (details.whole().length > 0) message.reasoning_details = details.whole();
      return message;
    },
  };
}
