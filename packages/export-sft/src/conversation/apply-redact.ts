import { findShapeFault } from "./find-shape-fault.ts";
import { isNestedOver, maxNesting } from "./nesting.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** Changes a conversation before it is written, or gives `null` to leave its attempt out. */
export type RedactHook = (
  conversation: TrainingConversation,
) => TrainingConversation | null | Promise<TrainingConversation | null>;

/** A conversation that a hook has seen. */
export interface Redacted {
  /** `null` when its attempt is left out. */
  readonly conversation: TrainingConversation | null;
  readonly isRedacted: boolean;
}

/**
 * Lets the caller change a conversation, or leave its attempt out. The hook gets a copy, so that it
 * may change it in place. Where it comes from stays as it was.
 *
 * @throws Error when the hook gives what is no conversation.
 */
export async function applyRedact(
  redact: RedactHook | null,
  conversation: TrainingConversation,
): Promise<Redacted> {
  // Nested too deep it can be neither copied nor written: the rules of the profile refuse it.
  if (redact === null || isNestedOver(conversation.tools, maxNesting)) {
    return { conversation, isRedacted: false };
  }
  const given: unknown = await redact(structuredClone(conversation));
  if (given === null) return { conversation: null, isRedacted: false };
  const fault = findShapeFault(given);
  if (fault !== null) throw new Error(`redact must give a conversation or null, gave ${fault}`);
  const { messages, tools } = given as TrainingConversation;
  const redacted = { messages, tools, provenance: conversation.provenance };
  const isRedacted = JSON.stringify(redacted) !== JSON.stringify(conversation);
  return { conversation: redacted, isRedacted };
}
