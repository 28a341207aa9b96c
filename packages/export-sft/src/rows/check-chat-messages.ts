import { describeValue, isPlainObject } from "@rollouts/core";
import { findCallFaults } from "../conversation/find-call-faults.ts";
import { findContentFault } from "../conversation/find-content-fault.ts";
import { findOrderFaults } from "../conversation/find-order-faults.ts";
import type { TrainingMessage } from "../conversation/training-conversation.ts";
import type { RowFault, SftProfile } from "../profiles/profile.ts";
import { readChatMessage } from "./read-chat-message.ts";

/** Finds what is wrong with the messages of a row in the shape of OpenAI's Chat Completions. */
export function* checkChatMessages(
  messages: unknown,
  key: string,
  profile: SftProfile,
): Generator<RowFault> {
  if (!Array.isArray(messages) || messages.length === 0) {
    const fault = `${key} must be a list that is not empty, got ${describeValue(messages)}`;
    return yield { message: null, fault };
  }
  const turns: TrainingMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const turn = readChatMessage(message, index, profile);
    if (typeof turn === "string") {
      yield { message: index, fault: turn };
      continue;
    }
    turns.push(turn);
    const found = findContentFault(turn, profile);
    if (found !== null) yield found;
  }
  // A message that cannot be read may hold the reply to a call.
  if (turns.length === messages.length) yield* findCallFaults(turns, profile);
  const speakers = messages.map((message: unknown, index) => ({
    role: isPlainObject(message) ? message.role : undefined,
    index,
  }));
  yield* findOrderFaults(speakers, profile.order);
}
