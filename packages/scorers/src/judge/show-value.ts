import { describeThrown, type Message, ScorerError, type TaskInput } from "@rollouts/core";

/**
 * A value as the text that the judge reads: a string as it is, anything else as JSON.
 *
 * @throws ScorerError for what cannot be written, such as a value that contains itself.
 */
export function showValue(
  value: unknown,
  { what, scorer }: { what: string; scorer: string },
): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, toShownMember) ?? String(value);
  } catch (thrown) {
    const message = `The ${what} cannot be shown to the judge: ${describeThrown(thrown)}`;
    throw new ScorerError({ scorer, message, cause: thrown });
  }
}

/** JSON would refuse a bigint, empty a map or set, and make `null` of NaN: a judge would be misled. */
function toShownMember(_key: string, member: unknown): unknown {
  if (typeof member === "bigint") return String(member);
  if (typeof member === "number" && !Number.isFinite(member)) return String(member);
  return member instanceof Map || member instanceof Set ? [...member] : member;
}

/**
 * The task's prompt as it is, or the conversation as JSON, in which no message can pose as another.
 * Images do not reach the judge.
 */
export function showInput(input: TaskInput): string {
  if (typeof input === "string") return input;
  return JSON.stringify(input.map(toShownMessage));
}

function toShownMessage(message: Message): object {
  const { role, content } = message;
  if (role === "assistant") {
    return { role, content, refusal: message.refusal, toolCalls: message.toolCalls };
  }
  if (role !== "user" || typeof content === "string") return { role, content };
  const parts = content.map((part) => (part.type === "text" ? part : { type: part.type }));
  return { role, content: parts };
}
