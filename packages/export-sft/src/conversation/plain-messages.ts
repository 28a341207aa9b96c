import type { SftProfile } from "../profiles/profile.ts";
import { numberCalls } from "./number-calls.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { TrainingMessage } from "./training-conversation.ts";

/**
 * What messages say in a row of the profile, as JSON to compare them by: calls are counted in place
 * of their ids, and arguments are what the row will hold. Unlike a row it can be made of messages that
 * the profile does not take.
 */
export function plainMessages(
  messages: readonly TrainingMessage[],
  { tools }: Pick<SftProfile, "tools">,
): unknown[] {
  const areObjects = tools?.argumentsAs === "object";
  return numberCalls(messages).map((message) => {
    const { role, content } = message;
    if (role === "tool") return [role, message.toolCallId, content];
    if (role !== "assistant") return [role, content];
    const calls = message.toolCalls.map(({ name, rawArguments }) => [
      name,
      (areObjects ? parseArguments(rawArguments) : null) ?? rawArguments,
    ]);
    return [role, content || null, calls];
  });
}
