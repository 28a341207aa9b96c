import { describeValue } from "@rollouts/core";
import type { Fault } from "./fault.ts";
import { isNestedOver, maxNesting } from "./nesting.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/**
 * What is nested so deep in a conversation that it can be neither copied, compared nor written,
 * whether or not rows show it; `null` when nothing is. Whoever copies or digests a conversation asks
 * this first.
 */
export function findDepthFault({ messages, tools }: TrainingConversation): Fault | null {
  for (const tool of tools ?? []) {
    // The parameters stand one level down.
    if (!isNestedOver(tool, maxNesting + 1)) continue;
    const fault = `the tool ${describeValue(tool.name)} has a definition that is ${tooDeep}`;
    return { code: "too-deep", message: null, fault };
  }
  const deep = messages.find((message) => isNestedOver(message, maxNesting));
  if (deep === undefined) return null;
  return { code: "too-deep", message: deep.index, fault: `is ${tooDeep}` };
}

const tooDeep = `nested over ${maxNesting} deep`;
