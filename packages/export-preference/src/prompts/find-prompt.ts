import { hash } from "node:crypto";
import type { AttemptResult, ResolvedTask, ResultSource } from "@rollouts/core";
import {
  findDepthFault,
  findFault,
  plainMessages,
  type SftProfile,
  type TrainingConversation,
  toChatTools,
  toConversation,
} from "@rollouts/export-sft/rows";
import { promptLengthOf } from "../attempts/prompt-length.ts";
import type { PromptFaultCode } from "./prompts-report.ts";

/** The prompt of a task, as its attempts had it. */
export interface TaskPrompt {
  /** Of the first attempt that shows one, whole. */
  readonly conversation: TrainingConversation;
  /** Whether another attempt had another prompt or other tools. */
  readonly isMixed: boolean;
}

/** In place of a digest: what is nested too deep has none, and is refused when it comes first. */
const tooDeep = "too-deep";

/** Finds the prompt that the scored attempts of a task had; `null` when none shows one. */
export async function findPrompt(
  source: ResultSource,
  task: ResolvedTask,
  profile: SftProfile,
): Promise<TaskPrompt | null> {
  let first: TrainingConversation | null = null;
  let firstDigest = "";
  let isMixed = false;
  for await (const attempt of source.attempts(task.id)) {
    const conversation = shownBy(attempt, task, profile);
    if (conversation === null) continue;
    const isDeep = findDepthFault(conversation) !== null;
    const digest = isDeep ? tooDeep : promptDigestOf(conversation, profile);
    if (first === null) {
      first = conversation;
      firstDigest = digest;
    }
    isMixed ||= digest !== firstDigest;
  }
  return first && { conversation: first, isMixed };
}

function shownBy(
  attempt: AttemptResult,
  task: ResolvedTask,
  profile: SftProfile,
): TrainingConversation | null {
  const conversation = toConversation(attempt, task, profile);
  return conversation === null || promptLengthOf(conversation) < 1 ? null : conversation;
}

function promptDigestOf(conversation: TrainingConversation, profile: SftProfile): string {
  const { messages, tools } = promptOf(conversation);
  return hash(
    "sha256",
    JSON.stringify([plainMessages(messages, profile), toChatTools(tools, profile.tools) ?? null]),
  );
}

/** The conversation up to the first message that the model wrote. */
export function promptOf(conversation: TrainingConversation): TrainingConversation {
  const { messages } = conversation;
  const length = promptLengthOf(conversation);
  return { ...conversation, messages: length === -1 ? [] : messages.slice(0, length) };
}

/** The first reason why the profile cannot hold a prompt; `null` when it can. */
export function findPromptFault(
  prompt: TrainingConversation,
  profile: SftProfile,
): { code: PromptFaultCode; message: number | null; fault: string } | null {
  const last = prompt.messages.at(-1);
  if (last?.role !== "user") {
    const fault = "a prompt must end with a message of the user";
    return { code: "no-final-user-message", message: last?.index ?? null, fault };
  }
  const answer = { role: "assistant", content: ".", toolCalls: [], trained: true } as const;
  const messages = [...prompt.messages, { ...answer, index: last.index + 1 }];
  return findFault({ ...prompt, messages }, profile);
}
