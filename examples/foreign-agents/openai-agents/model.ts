import {
  type AgentInputItem,
  type ModelRequest,
  type Model as SdkModel,
  Usage,
} from "@openai/agents-core";
import type { AssistantMessage, JsonObject, Message, ToolSpec } from "@rollouts/core";
import type { AttemptModel } from "../attempt-model.ts";

/** The model of an attempt as a model of the OpenAI Agents SDK. */
export function toSdkModel(model: AttemptModel): SdkModel {
  return {
    async getResponse({ systemInstructions, input, tools }) {
      const { message, usage } = await model.generate({
        messages: [...toSystem(systemInstructions), ...toMessages(input)],
        tools: tools.flatMap(toToolSpec),
      });
      return { usage: toUsage(usage), output: toItems(message) };
    },
    getStreamedResponse() {
      throw new Error("This agent does not stream.");
    },
  };
}

function toSystem(content: string | undefined): readonly Message[] {
  return content === undefined ? [] : [{ role: "system", content }];
}

function toToolSpec(tool: ModelRequest["tools"][number]): readonly ToolSpec[] {
  if (tool.type !== "function") return [];
  const { name, description, parameters } = tool;
  return [{ name, description, parameters: parameters as JsonObject }];
}

function toMessages(input: ModelRequest["input"]): readonly Message[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  const messages: Message[] = [];
  for (const item of input) {
    const message = toMessage(item);
    const last = messages.at(-1);
    // The text and the calls of one reply are items of their own here.
    if (message?.role === "assistant" && last?.role === "assistant") {
      messages[messages.length - 1] = joined(last, message);
    } else if (message !== undefined) {
      messages.push(message);
    }
  }
  return messages;
}

function joined(first: AssistantMessage, second: AssistantMessage): AssistantMessage {
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])];
  const texts = [first.content, second.content].filter((text) => text !== null);
  const content = texts.length === 0 ? null : texts.join("");
  return { role: "assistant", content, ...(toolCalls.length > 0 && { toolCalls }) };
}

function toMessage(item: AgentInputItem): Message | undefined {
  if (item.type === "function_call") {
    const toolCalls = [{ id: item.callId, name: item.name, rawArguments: item.arguments }];
    return { role: "assistant", content: null, toolCalls };
  }
  if (item.type === "function_call_result") {
    return { role: "tool", toolCallId: item.callId, content: toText(item.output) };
  }
  if (!("role" in item)) return undefined;
  return { role: item.role, content: toText(item.content) };
}

/** Texts come bare, as a part, or as a list of parts. */
function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(toText).join("");
  const isPart = typeof content === "object" && content !== null && "text" in content;
  return isPart ? String(content.text) : "";
}

function toItems({ content, refusal, toolCalls = [] }: AssistantMessage) {
  const text = content ?? refusal;
  return [
    ...(text === undefined
      ? []
      : [
          {
            type: "message" as const,
            role: "assistant" as const,
            status: "completed" as const,
            content: [{ type: "output_text" as const, text }],
          },
        ]),
    ...toolCalls.map(({ id, name, rawArguments }) => ({
      type: "function_call" as const,
      callId: id,
      name,
      arguments: rawArguments,
      status: "completed" as const,
    })),
  ];
}

/** The SDK counts what it is not told as 0, so the counts of an attempt are taken elsewhere. */
function toUsage(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } = {},
) {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
}
