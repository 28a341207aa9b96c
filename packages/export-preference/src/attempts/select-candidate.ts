import type { AttemptResult, ResolvedTask } from "@rollouts/core";
import {
  applyRedact,
  type Fault,
  findFault,
  type RedactHook,
  type SftProfile,
  type TrainingConversation,
  toConversation,
  whyUnusable,
} from "@rollouts/export-sft";
import type { AttemptCounters } from "./attempt-counters.ts";
import { type Candidate, toCandidate } from "./candidate.ts";
import { promptLengthOf } from "./prompt-length.ts";

/** A candidate, or where its attempt went instead. */
export type Selection =
  | { readonly outcome: null; readonly candidate: Candidate }
  | { readonly outcome: keyof AttemptCounters; readonly fault?: Fault };

export interface SelectionRules {
  readonly conversation: SftProfile;
  readonly redact: RedactHook | null;
}

/** Makes the candidate of an attempt, passed or failed, as far as that goes by the attempt alone. */
export async function selectCandidate(
  attempt: AttemptResult,
  task: ResolvedTask,
  { conversation: profile, redact }: SelectionRules,
): Promise<Selection> {
  const { score, run, toolCallLimitHit } = attempt;
  const unusable = whyUnusable(attempt) as keyof AttemptCounters | null;
  if (unusable !== null || score === null) return { outcome: unusable ?? "skippedUnscored" };
  if (toolCallLimitHit) return { outcome: "skippedLimitHit" };
  const ranTools = run !== null && run.toolExecutions.length > 0;
  if (profile.tools === null && ranTools) return { outcome: "skippedToolRuns" };
  const found = toConversation(attempt, task, profile);
  if (found === null || promptLengthOf(found) === -1) return { outcome: "skippedNoText" };
  const redacted = await applyRedact(redact, found);
  if (redacted.fault !== null) return { outcome: "skippedUnsupported", fault: redacted.fault };
  if (redacted.conversation === null) return { outcome: "droppedByRedaction" };
  const { conversation, isRedacted } = redacted;
  const fault =
    (ranTools ? unrecordedToolRun(conversation) : null) ??
    findFault(conversation, profile) ??
    promptFault(conversation);
  if (fault !== null) return { outcome: "skippedUnsupported", fault };
  const promptLength = promptLengthOf(conversation);
  return {
    outcome: null,
    candidate: toCandidate({ conversation, promptLength, score, isRedacted }),
  };
}

/** A function agent may report what tools did without the messages that show it. */
function unrecordedToolRun({ messages }: TrainingConversation): Fault | null {
  if (messages.some(({ role }) => role === "tool")) return null;
  const fault = "the agent ran tools, and its messages do not show them";
  return { code: "unrecorded-tool-run", message: null, fault };
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
