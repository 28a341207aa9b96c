import type { Fault } from "./fault.ts";
import { findDepthFault } from "./find-depth-fault.ts";
import { findShapeFault } from "./find-shape-fault.ts";
import { replaceLoneSurrogates } from "./replace-lone-surrogates.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** Changes a conversation before it is written, or gives `null` to leave its attempt out. */
export type RedactHook = (
  conversation: TrainingConversation,
) => TrainingConversation | null | Promise<TrainingConversation | null>;

/** What the caller wants changed in conversations. */
export interface Edits {
  readonly redact: RedactHook | null;
  /** Whether U+FFFD takes the place of halves of characters, after the hook. */
  readonly replaceLoneSurrogates: boolean;
}

/** What may be written of a conversation. */
export type Edited =
  | {
      readonly conversation: TrainingConversation;
      readonly isRedacted: boolean;
      /** Whether it had half a character, which was replaced. */
      readonly isMended: boolean;
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
export async function editConversation(
  conversation: TrainingConversation,
  { redact, replaceLoneSurrogates: isMending }: Edits,
): Promise<Edited> {
  const tooDeep = findDepthFault(conversation);
  if (tooDeep !== null) return { conversation: null, fault: tooDeep };
  const redacted = redact === null ? conversation : await askHook(redact, conversation);
  if (redacted === null) return { conversation: null, fault: null };
  const deepened = redact === null ? null : findDepthFault(redacted);
  if (deepened !== null) return { conversation: null, fault: deepened };
  const isRedacted = redact !== null && JSON.stringify(redacted) !== JSON.stringify(conversation);
  const mended = isMending ? replaceLoneSurrogates(redacted) : redacted;
  return { conversation: mended, isRedacted, isMended: mended !== redacted, fault: null };
}

async function askHook(
  redact: RedactHook,
  conversation: TrainingConversation,
): Promise<TrainingConversation | null> {
  const given: unknown = await redact(structuredClone(conversation));
  if (given === null) return null;
  const fault = findShapeFault(given);
  if (fault !== null) throw new Error(`redact must give a conversation or null, gave ${fault}`);
  const { messages, tools } = given as TrainingConversation;
  return { messages, tools, provenance: conversation.provenance };
}
