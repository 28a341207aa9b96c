import { describeValue, isPlainObject, type ToolSpec } from "@rollouts/core";
import type { ProfileTools, SftProfile } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";
import { isAboutTools } from "./is-about-tools.ts";
import { toolNameFault } from "./tool-name-fault.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** What keeps the tools of a conversation from being written; `null` when nothing does. */
export function findToolFault(
  conversation: TrainingConversation,
  { tools: form }: Pick<SftProfile, "tools">,
): Fault | null {
  if (form !== null) {
    return findDefinitionFault(conversation.tools ?? [], form) ?? findCallOfNoTool(conversation);
  }
  const shown = conversation.messages.find(isAboutTools);
  if (shown === undefined) return null;
  const fault = "belongs to a tool run, which rows of this profile cannot show";
  return { code: "tool-run", message: shown.index, fault };
}

function findDefinitionFault(tools: readonly ToolSpec[], form: ProfileTools): Fault | null {
  for (const tool of tools) {
    const fault = toolNameFault(tool.name);
    if (fault !== null) return { code: "tool-name", message: null, fault };
    const found = findFaultOfDefinition(tool, form);
    if (found === null) continue;
    const ofTool = `the tool ${describeValue(tool.name)} ${found.fault}`;
    return { code: found.code, message: null, fault: ofTool };
  }
  return null;
}

function findFaultOfDefinition(
  { description, parameters }: ToolSpec,
  { descriptionRequired }: ProfileTools,
): Pick<Fault, "code" | "fault"> | null {
  if (descriptionRequired && !description) {
    return { code: "tool-definition", fault: "has no description" };
  }
  if (isPlainObject(parameters)) return null;
  return { code: "tool-definition", fault: "has no object as its parameters" };
}

/** A call of a tool that the model was not offered, as far as the agent said what it was. */
function findCallOfNoTool({ messages, tools }: TrainingConversation): Fault | null {
  for (const turn of messages) {
    if (turn.role !== "assistant" || turn.toolCalls.length === 0) continue;
    if (tools === null || tools.length === 0) {
      const fault = "calls a tool, and the agent did not say which tools it had";
      return { code: "tools-unknown", message: turn.index, fault };
    }
    const call = turn.toolCalls.find(({ name }) => !tools.some((tool) => tool.name === name));
    if (call === undefined) continue;
    const nameFault = toolNameFault(call.name);
    if (nameFault !== null) return { code: "tool-name", message: turn.index, fault: nameFault };
    const fault = `calls ${describeValue(call.name)}, which is none of the agent's tools`;
    return { code: "unlisted-tool", message: turn.index, fault };
  }
  return null;
}
