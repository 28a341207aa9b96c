import type { SftProfile } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";
import { findCallFaults } from "./find-call-faults.ts";
import { findContentFault } from "./find-content-fault.ts";
import { findDepthFault } from "./find-depth-fault.ts";
import { findImageFault } from "./find-image-fault.ts";
import { findOrderFaults } from "./find-order-faults.ts";
import { findToolFault } from "./find-tool-fault.ts";
import { findTrainingFault } from "./find-training-fault.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** The first reason why the profile cannot hold a conversation; `null` when it can. */
export function findFault(conversation: TrainingConversation, profile: SftProfile): Fault | null {
  const { messages } = conversation;
  const ofWhole = findDepthFault(conversation) ?? findToolFault(conversation, profile);
  if (ofWhole !== null) return ofWhole;
  for (const message of messages) {
    const found = findContentFault(message, profile);
    if (found !== null) return found;
  }
  for (const found of findCallFaults(messages, profile)) return found;
  for (const found of findOrderFaults(messages, profile.order)) return found;
  return findImageFault(messages, profile) ?? findTrainingFault(messages, profile);
}
