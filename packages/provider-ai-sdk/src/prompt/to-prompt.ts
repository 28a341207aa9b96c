import type { AssistantMessage, Message, ToolMessage, UserMessage } from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import type { SupportedUrls } from "../language-model.ts";
import { toImagePart } from "./image-part.ts";
import type { AssistantPart, PromptMessage, ToolResultPart } from "./prompt-message.ts";
import { replayContent } from "./replay-content.ts";
import { readToolInput } from "./tool-input.ts";

/** A tool message that answers no call. */
export class OrphanFault extends Error {}

interface Writing {
  readonly definition: ModelDefinition;
  readonly supportedUrls: SupportedUrls;
  /** What the prompt cannot say. */
  readonly losses: Set<string>;
  readonly toolNames: Map<string, string>;
}

/**
 * The conversation as a prompt, with what was lost on the way. Tool results that follow one another
 * become one message, as providers expect the answers to one reply.
 *
 * @throws OrphanFault, or ImageFault for an image that the model cannot be given.
 */
export function toPrompt(
  messages: readonly Message[],
  options: Pick<Writing, "definition" | "supportedUrls">,
): { prompt: readonly PromptMessage[]; losses: readonly string[] } {
  const writing: Writing = { ...options, losses: new Set(), toolNames: new Map() };
  const prompt: PromptMessage[] = [];
  for (const message of messages) {
    const written = toPromptMessage(message, writing);
    if (written === undefined) continue;
    const last = prompt.at(-1);
    if (written.role === "tool" && last?.role === "tool") {
      prompt[prompt.length - 1] = { ...last, content: [...last.content, ...written.content] };
    } else {
      prompt.push(written);
    }
  }
  return { prompt, losses: [...writing.losses] };
}

function toPromptMessage(message: Message, writing: Writing): PromptMessage | undefined {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return toUserMessage(message, writing);
    case "assistant":
      return toAssistantMessage(message, writing);
    case "tool":
      return { role: "tool", content: [toToolResult(message, writing)] };
  }
}

function toUserMessage({ content }: UserMessage, writing: Writing): PromptMessage {
  const { version } = writing.definition;
  const { supportedUrls } = writing;
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return {
    role: "user",
    content: parts.map((part) =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : toImagePart(part.url, { version, supportedUrls }),
    ),
  };
}

/** A reply with nothing in it has no form that providers take, and nothing to tell the model. */
function toAssistantMessage(
  message: AssistantMessage,
  writing: Writing,
): PromptMessage | undefined {
  const { definition, losses, toolNames } = writing;
  for (const { id, name, rawArguments } of message.toolCalls ?? []) {
    toolNames.set(id, name);
    if (!readToolInput(rawArguments).isReadable) losses.add(unreadableArguments);
  }
  const content = replayContent(message, definition) ?? writeContent(message, losses);
  return content.length === 0 ? undefined : { role: "assistant", content };
}

function writeContent(message: AssistantMessage, losses: Set<string>): AssistantPart[] {
  const { content, reasoning, refusal, toolCalls = [] } = message;
  if (reasoning !== undefined) {
    losses.add(
      "Reasoning of an earlier reply was not sent: it is of another model, or was edited.",
    );
  }
  if (refusal !== undefined) {
    losses.add("The refusal of an earlier reply was sent as its text: prompts have no refusals.");
  }
  const texts = [content, refusal].filter((text) => typeof text === "string" && text !== "");
  return [
    ...texts.map((text) => ({ type: "text", text: String(text) }) as const),
    ...toolCalls.map(({ id, name, rawArguments }) => {
      const { input } = readToolInput(rawArguments);
      return { type: "tool-call", toolCallId: id, toolName: name, input } as const;
    }),
  ];
}

const unreadableArguments =
  "Arguments of an earlier tool call that are no JSON object were sent as {}: prompts have no others.";

function toToolResult(
  { toolCallId, content, isError }: ToolMessage,
  { toolNames }: Writing,
): ToolResultPart {
  const toolName = toolNames.get(toolCallId);
  if (toolName === undefined) {
    throw new OrphanFault(
      `A tool message answers the call ${JSON.stringify(toolCallId.slice(0, 80))}, which no message before it makes. Keep the two together.`,
    );
  }
  const type = isError === true ? "error-text" : "text";
  return { type: "tool-result", toolCallId, toolName, output: { type, value: content } };
}
