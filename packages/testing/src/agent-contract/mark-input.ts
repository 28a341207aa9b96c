import type { Message, TaskInput, UserMessage } from "@rollouts/core";

/** Says the marker in the last user message, as a fact that is worth remembering. */
export function markInput(input: TaskInput, marker: string): TaskInput {
  const fact = `My code word is ${marker}.`;
  if (typeof input === "string") return `${input}\n${fact}`;
  const index = input.findLastIndex(({ role }) => role === "user");
  const message = input[index];
  if (message?.role !== "user") return [...input, { role: "user", content: fact }];
  return input.with(index, addText(message, fact));
}

function addText(message: UserMessage, text: string): Message {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: `${content}\n${text}` };
  return { ...message, content: [...content, { type: "text", text }] };
}
