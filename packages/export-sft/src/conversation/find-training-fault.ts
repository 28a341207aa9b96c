import type { SftProfile } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";
import type { TrainingMessage } from "./training-conversation.ts";

/** Says that a conversation would teach nothing, where `weight: 0` marks what is not trained. */
export function findTrainingFault(
  messages: readonly TrainingMessage[],
  { marksUntrained }: Pick<SftProfile, "marksUntrained">,
): Fault | null {
  const answers = messages.filter((message) => message.role === "assistant");
  if (!marksUntrained || answers.length === 0 || answers.some(({ trained }) => trained))
    return null;
  const fault = "has no assistant message to train, each has weight 0";
  return { code: "nothing-trained", message: null, fault };
}
