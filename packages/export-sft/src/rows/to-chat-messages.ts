import type { ContentPart, Json, ToolCall } from "@rollouts/core";
import { parseArguments } from "../conversation/parse-arguments.ts";
import type { AssistantTurn, TrainingMessage } from "../conversation/training-conversation.ts";
import type { ProfileTools, Row, SftProfile } from "../profiles/profile.ts";
import { toNineCharacterId } from "./nine-character-id.ts";

/** Writes messages in the shape of OpenAI's Chat Completions, as the profile wants its details. */
export function toChatMessages(
  messages: readonly TrainingMessage[],
  profile: Pick<SftProfile, "tools" | "marksUntrained">,
): Row[] {
  return messages.map((message) => toChatMessage(message, profile));
}

function toChatMessage(
  message: TrainingMessage,
  { tools, marksUntrained }: Pick<SftProfile, "tools" | "marksUntrained">,
): Row {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: toChatContent(message.content) };
    case "assistant": {
      const weight = marksUntrained && !message.trained ? { weight: 0 } : {};
      return { ...toAssistantMessage(message, tools), ...weight };
    }
    case "tool":
      return {
        role: "tool",
        tool_call_id: toCallId(message.toolCallId, tools),
        name: tools?.resultName ? message.toolName : undefined,
        content: message.content,
      };
  }
}

function toChatContent(content: string | readonly ContentPart[]): Json {
  if (typeof content === "string") return content;
  return content.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: part.url } },
  );
}

function toAssistantMessage(
  { content, toolCalls }: AssistantTurn,
  tools: ProfileTools | null,
): Row {
  if (tools === null || toolCalls.length === 0) return { role: "assistant", content };
  const none = tools.emptyContent === "empty" ? "" : undefined;
  return {
    role: "assistant",
    content: content === null || content === "" ? none : content,
    tool_calls: toolCalls.map((call) => toChatCall(call, tools)),
  };
}

function toChatCall({ id, name, rawArguments }: ToolCall, tools: ProfileTools): Row {
  const written = tools.argumentsAs === "object" ? parseArguments(rawArguments) : rawArguments;
  return {
    id: toCallId(id, tools),
    type: "function",
    function: { name, arguments: written },
  };
}

function toCallId(id: string, tools: ProfileTools | null): string {
  return tools?.callIds === "nine-alphanumeric" ? toNineCharacterId(id) : id;
}
