import {
  plainMessages,
  type SftProfile,
  type TrainingMessage,
  toChatTools,
} from "@rollouts/export-sft/rows";
import type { Candidate } from "../attempts/candidate.ts";
import type { PairForm } from "../profiles/preference-profile.ts";
import type { PreferencePair } from "./preference-pair.ts";

/** Why two attempts are no pair, from the farthest from being one to the nearest. */
export const mismatchCodes = ["no-gap", "prefix-differs", "multi-turn-divergence"] as const;

/** Why two attempts are no pair. */
export interface Mismatch {
  readonly code: (typeof mismatchCodes)[number];
  /** Position in the messages of the chosen run; `null` for none. */
  readonly message: number | null;
  readonly fault: string;
}

export interface PairRules {
  readonly form: Pick<PairForm, "answers" | "callsInAnswers" | "conversation">;
  /** Least difference of the scores. */
  readonly minGap: number;
}

/** A pair that can be written, or why there is none. */
export type Pairing =
  | { readonly pair: PreferencePair; readonly mismatch: null }
  | { readonly pair: null; readonly mismatch: Mismatch };

const rounding = 1e-9; // 0.7 - 0.2 is a little less than 0.5

/** Pairs a passing attempt with a failing one of the same task, which says something else. */
export function pairCandidates(
  chosen: Candidate,
  rejected: Candidate,
  { form, minGap }: PairRules,
): Pairing {
  const gap = chosen.score.value - rejected.score.value;
  if (gap < minGap - rounding) {
    return mismatch("no-gap", null, `the scores differ by ${gap}, less than ${minGap}`);
  }
  if (chosen.promptDigest !== rejected.promptDigest) return prefixMismatch(chosen, rejected, form);
  const { messages, tools } = chosen.conversation;
  const others = rejected.conversation.messages;
  if (form.answers === "run") {
    const at = chosen.promptLength;
    const pair = { prompt: messages.slice(0, at), chosen: messages.slice(at) };
    return { pair: { ...pair, rejected: others.slice(at), tools }, mismatch: null };
  }
  const at = firstDifference(messages, others, form.conversation);
  const [answer, other] = [messages[at], others[at]];
  if (!isAnswer(answer, form) || !isAnswer(other, form)) {
    return mismatch(
      "multi-turn-divergence",
      messages[at]?.index ?? null,
      partingFault(answer, other),
    );
  }
  const pair = { prompt: messages.slice(0, at), chosen: [answer], rejected: [other], tools };
  return { pair, mismatch: null };
}

/** True for a message that can be a side of a pair by itself. */
function isAnswer(
  message: TrainingMessage | undefined,
  { callsInAnswers }: PairRules["form"],
): message is TrainingMessage {
  return message?.role === "assistant" && (callsInAnswers || message.toolCalls.length === 0);
}

function partingFault(
  answer: TrainingMessage | undefined,
  other: TrainingMessage | undefined,
): string {
  if (answer?.role !== "assistant" || other?.role !== "assistant") {
    return "the attempts part where not both have an answer of the model";
  }
  return "the attempts part at a tool call, which an answer of this profile cannot hold";
}

function prefixMismatch(
  { conversation: a }: Candidate,
  { conversation: b }: Candidate,
  { conversation: profile }: PairRules["form"],
): Pairing {
  const at = firstDifference(a.messages, b.messages, profile);
  const [tools, otherTools] = [a, b].map((one) => toChatTools(one.tools, profile.tools));
  const isEqual = at === a.messages.length && at === b.messages.length;
  if (isEqual || JSON.stringify(tools) !== JSON.stringify(otherTools)) {
    return mismatch("prefix-differs", null, "the tools that the model was offered differ");
  }
  const message = a.messages[at]?.index ?? null;
  return mismatch("prefix-differs", message, `prompt prefix differs at message ${message ?? at}`);
}

/** Position of the first message that is not the same in both; their length when there is none. */
function firstDifference(
  a: readonly TrainingMessage[],
  b: readonly TrainingMessage[],
  profile: SftProfile,
): number {
  const [plainA, plainB] = [plainMessages(a, profile), plainMessages(b, profile)];
  const at = plainA.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(plainB[index]),
  );
  return at === -1 ? a.length : at;
}

function mismatch(code: Mismatch["code"], message: number | null, fault: string): Pairing {
  return { pair: null, mismatch: { code, message, fault } };
}
