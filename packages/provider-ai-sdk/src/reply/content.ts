import { isPlainObject, type ToolCall } from "@rollouts/core";

/** A part of a reply, as its model gave it: nothing but its type is certain. */
export interface ContentPart {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What a reply says, in the order in which it says it. */
export interface Said {
  /** `null` when the reply has no text. */
  readonly content: string | null;
  /** Calls that are for the agent, without those that the provider ran itself. */
  readonly toolCalls: readonly ToolCall[];
}

export function isContentPart(value: unknown): value is ContentPart {
  return isPlainObject(value) && typeof value.type === "string";
}

/** Reads what a reply says. An empty text beside tool calls is none. */
export function readSaid(parts: readonly ContentPart[]): Said {
  const texts = parts.filter(({ type }) => type === "text").map(({ text }) => String(text));
  const toolCalls = parts.filter(isOwnCall).map(toToolCall);
  const content = texts.join("");
  const hasText = texts.length > 0 && (content !== "" || toolCalls.length === 0);
  return { content: hasText ? content : null, toolCalls };
}

/** The reasoning that the provider showed; undefined when it showed none. */
export function readReasoning(parts: readonly ContentPart[]): string | undefined {
  const texts = parts.filter(({ type, text }) => type === "reasoning" && text !== "");
  return texts.length === 0 ? undefined : texts.map(({ text }) => String(text)).join("\n");
}

/** True for a tool call that waits for an answer of the agent. */
export function isOwnCall(part: ContentPart): boolean {
  return part.type === "tool-call" && part.providerExecuted !== true;
}

/** The arguments of a call as a text; some models hand on arguments that were parsed on the way. */
export function readRawArguments({ input }: ContentPart): string {
  return typeof input === "string" ? input : (JSON.stringify(input) ?? "");
}

function toToolCall(part: ContentPart): ToolCall {
  const { toolCallId, toolName } = part;
  return { id: String(toolCallId), name: String(toolName), rawArguments: readRawArguments(part) };
}
