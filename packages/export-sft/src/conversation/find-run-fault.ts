import type { AgentRun } from "@rollouts/core";
import type { Fault } from "./fault.ts";
import { isAboutTools } from "./is-about-tools.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/**
 * Why the conversation that was made of a run does not show what was scored; `null` when it does.
 * Ask before anybody changes the conversation.
 */
export function findRunFault(run: AgentRun, { messages }: TrainingConversation): Fault | null {
  if (run.toolExecutions.length > 0 && !messages.some(isAboutTools)) {
    const fault = "the agent ran tools, and its messages do not show them";
    return { code: "unrecorded-tool-run", message: null, fault };
  }
  const last = messages.at(-1);
  if (last === undefined) return null;
  if (run.text !== null && run.text !== (last.content ?? "")) {
    const fault = "is the last of the model, and is not the text of the run, which was scored";
    return { code: "other-final-text", message: last.index, fault };
  }
  const refusal = messages.find(({ index }) => {
    const said = run.messages[index];
    return said?.role === "assistant" && said.refusal;
  });
  if (!run.refusal && refusal === undefined) return null;
  const fault = "is a refusal, or was cut by a content filter";
  return { code: "refused-answer", message: (refusal ?? last).index, fault };
}
