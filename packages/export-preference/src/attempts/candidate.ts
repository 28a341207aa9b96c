import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import type { Score } from "@rollouts/core";
import {
  plainMessages,
  type SftProfile,
  type TrainingConversation,
  toChatTools,
} from "@rollouts/export-sft/rows";

/** An attempt that may stand in a row. */
export interface Candidate {
  readonly attemptIndex: number;
  readonly score: Score;
  readonly conversation: TrainingConversation;
  /** How many messages stand before the first that the model wrote. */
  readonly promptLength: number;
  /** Equal for equal prompts and tools. */
  readonly promptDigest: string;
  /** Equal for equal conversations, whatever ids their calls have. */
  readonly digest: string;
  /** Size of what the model wrote, texts and arguments of calls, in UTF-8. */
  readonly answerBytes: number;
  /** Whether the option `redact` changed it. */
  readonly isRedacted: boolean;
  /** Whether it had half a character, which was replaced. */
  readonly isMended: boolean;
}

export interface CandidateFacts {
  readonly conversation: TrainingConversation;
  readonly promptLength: number;
  readonly score: Score;
  readonly isRedacted: boolean;
  readonly isMended: boolean;
}

/** Adds what candidates are compared by: what rows of the profile hold of them. */
export function toCandidate(facts: CandidateFacts, profile: SftProfile): Candidate {
  const { conversation, promptLength } = facts;
  const { messages, tools, provenance } = conversation;
  const plain = plainMessages(messages, profile);
  const written = toChatTools(tools, profile.tools);
  const promptDigest = digestOf([plain.slice(0, promptLength), written ?? null]);
  return {
    ...facts,
    attemptIndex: provenance.attemptIndex,
    promptDigest,
    digest: digestOf([promptDigest, plain.slice(promptLength)]),
    answerBytes: bytesOfAnswers(messages.slice(promptLength)),
  };
}

/** Size of what the model wrote in the messages, texts and arguments of calls, in UTF-8. */
export function bytesOfAnswers(messages: TrainingConversation["messages"]): number {
  let bytes = 0;
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    bytes += Buffer.byteLength(message.content ?? "");
    for (const { rawArguments } of message.toolCalls) bytes += Buffer.byteLength(rawArguments);
  }
  return bytes;
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}
