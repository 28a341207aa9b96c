import { describeValue, isPlainObject } from "@rollouts/core";
import { findCallFaults } from "../conversation/find-call-faults.ts";
import { findContentFault } from "../conversation/find-content-fault.ts";
import { findImageFault } from "../conversation/find-image-fault.ts";
import { findOrderFaults } from "../conversation/find-order-faults.ts";
import { findTrainingFault } from "../conversation/find-training-fault.ts";
import type { TrainingMessage } from "../conversation/training-conversation.ts";
import type { RowFault, SftProfile } from "../profiles/profile.ts";
import { readChatMessage } from "./read-chat-message.ts";

/** What messages of a row are held against. */
export interface ChatMessagesRules {
  /** Where they stand in the row, in words. */
  readonly key: string;
  /** Names of the tools that the row has; `null` when it does not say. */
  readonly toolNames: ReadonlySet<unknown> | null;
  readonly profile: SftProfile;
}

/** Finds what is wrong with the messages of a row in the shape of OpenAI's Chat Completions. */
export function* checkChatMessages(
  messages: unknown,
  { key, toolNames, profile }: ChatMessagesRules,
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
  if (toolNames !== null) yield* findUnlistedCalls(turns, toolNames);
  const ofImages = findImageFault(turns, profile);
  if (ofImages !== null) yield ofImages;
  const ofTraining = findTrainingFault(turns, profile);
  if (ofTraining !== null) yield ofTraining;
  const speakers = messages.map((message: unknown, index) => ({
    role: isPlainObject(message) ? message.role : undefined,
    index,
  }));
  yield* findOrderFaults(speakers, profile.order);
}

/** Calls of tools that the model was not offered. */
function* findUnlistedCalls(
  turns: readonly TrainingMessage[],
  toolNames: ReadonlySet<unknown>,
): Generator<RowFault> {
  for (const turn of turns) {
    if (turn.role !== "assistant") continue;
    for (const { name } of turn.toolCalls) {
      const fault = `calls ${describeValue(name)}, which is none of the tools of the row`;
      if (!toolNames.has(name)) yield { message: turn.index, fault };
    }
  }
}
