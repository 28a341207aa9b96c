import type { Fault } from "./fault.ts";
import { findDepthFault } from "./find-depth-fault.ts";
import { findShapeFault } from "./find-shape-fault.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** Changes a conversation before it is written, or gives `null` to leave its attempt out. */
export type RedactHook = (
  conversation: TrainingConversation,
) => TrainingConversation | null | Promise<TrainingConversation | null>;

/** What may be written of a conversation. */
export type Redacted =
  | {
      readonly conversation: TrainingConversation;
      readonly isRedacted: boolean;
      readonly fault: null;
    }
  | {
      readonly conversation: null;
      /** Why no hook can see it, or what a hook gave cannot be taken; `null` when a hook left it out. */
      readonly fault: Fault | null;
    };

/**
 * Lets the caller change a conversation, or leave its attempt out. The hook gets a copy, so that it
 * may change it in place. Where it comes from stays as it was. What is nested too deep to be copied
 * comes back as a fault, and never as it was.
 *
 * @throws Error when the hook gives what is no conversation.
 */
export async function applyRedact(
  redact: RedactHook | null,
  conversation: TrainingConversation,
): Promise<Redacted> {
  const tooDeep = findDepthFault(conversation);
  if (tooDeep !== null) return { conversation: null, fault: tooDeep };
  if (redact === null) return { conversation, isRedacted: false, fault: null };
  const given: unknown = await redact(structuredClone(conversation));
  if (given === null) return { conversation: null, fault: null };
  const fault = findShapeFault(given);
  if (fault !== null) throw new Error(`redact must give a conversation or null, gave ${fault}`);
  const { messages, tools } = given as TrainingConversation;
  const redacted = { messages, tools, provenance: conversation.provenance };
  const deepened = findDepthFault(redacted);
  if (deepened !== null) return { conversation: null, fault: deepened };
  const isRedacted = JSON.stringify(redacted) !== JSON.stringify(conversation);
  return { conversation: redacted, isRedacted, fault: null };
}
