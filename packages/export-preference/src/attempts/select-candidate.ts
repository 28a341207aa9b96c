import type { AttemptResult, ResolvedTask } from "@rollouts/core";
import {
  type Edits,
  editConversation,
  type Fault,
  findFault,
  findRunFault,
  type SftProfile,
  type TrainingConversation,
  toConversation,
  whyUnusable,
} from "@rollouts/export-sft/rows";
import type { AttemptCounters } from "./attempt-counters.ts";
import { type Candidate, toCandidate } from "./candidate.ts";
import { promptLengthOf } from "./prompt-length.ts";

/** A candidate, or where its attempt went instead. */
export type Selection =
  | { readonly outcome: null; readonly candidate: Candidate }
  | { readonly outcome: keyof AttemptCounters; readonly fault?: Fault };

export interface SelectionRules extends Edits {
  readonly form: { readonly conversation: SftProfile };
}

/** Makes the candidate of an attempt, passed or failed, as far as that goes by the attempt alone. */
export async function selectCandidate(
  attempt: AttemptResult,
  task: ResolvedTask,
  rules: SelectionRules,
): Promise<Selection> {
  const profile = rules.form.conversation;
  const { score, run, toolCallLimitHit } = attempt;
  const unusable = whyUnusable(attempt) as keyof AttemptCounters | null;
  if (unusable !== null || score === null) return { outcome: unusable ?? "skippedUnscored" };
  if (toolCallLimitHit) return { outcome: "skippedLimitHit" };
  if (profile.tools === null && run !== null && run.toolExecutions.length > 0) {
    return { outcome: "skippedToolRuns" };
  }
  const found = toConversation(attempt, task, profile);
  if (found === null || promptLengthOf(found) === -1) return { outcome: "skippedNoText" };
  const runFault = run && findRunFault(run, found);
  if (runFault !== null) return { outcome: "skippedUnsupported", fault: runFault };
  const edited = await editConversation(found, rules);
  if (edited.fault !== null) return { outcome: "skippedUnsupported", fault: edited.fault };
  if (edited.conversation === null) return { outcome: "droppedByRedaction" };
  const { conversation, isRedacted, isMended } = edited;
  const fault = findFault(conversation, profile) ?? promptFault(conversation);
  if (fault !== null) return { outcome: "skippedUnsupported", fault };
  const promptLength = promptLengthOf(conversation);
  const facts = { conversation, promptLength, score, isRedacted, isMended };
  return { outcome: null, candidate: toCandidate(facts, profile) };
}

/** The model may have opened the conversation; and a hook may have taken away what it wrote. */
function promptFault(conversation: TrainingConversation): Fault | null {
  const length = promptLengthOf(conversation);
  if (length === -1) {
    const fault = "no message is one that the model wrote";
    return { code: "no-final-answer", message: null, fault };
  }
  const prompt = conversation.messages.slice(0, length);
  if (prompt.some(({ role }) => role === "user")) return null;
  const fault = "no user message stands before the first message that the model wrote";
  return { code: "no-user-message", message: null, fault };
}
