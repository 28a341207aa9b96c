import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { AssistantMessage, JsonObject, Message, ToolSpec } from "@rollouts/core";
import type { AttemptModel } from "../attempt-model.ts";

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: readonly BindToolsInput[];
}

/** The model of an attempt as a chat model of LangChain. */
export class AttemptChatModel extends BaseChatModel<CallOptions> {
  readonly attempt: AttemptModel;

  constructor(attempt: AttemptModel) {
    // A cache would be the process's, and make one sample of K. The gate retries.
    super({ cache: false, maxRetries: 0 });
    this.attempt = attempt;
  }

  override _llmType(): string {
    return "rollouts";
  }

  override bindTools(tools: BindToolsInput[]) {
    return this.withConfig({ tools });
  }

  override async _generate(
    messages: BaseMessage[],
    { tools = [] }: this["ParsedCallOptions"],
    _runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const { message } = await this.attempt.generate({
      messages: messages.map(toMessage),
      tools: tools.map(toToolSpec),
    });
    const text = message.content ?? "";
    return { generations: [{ text, message: toAiMessage(message) }] };
  }
}

function toToolSpec(tool: BindToolsInput): ToolSpec {
  const { name, description, parameters } = convertToOpenAITool(tool).function;
  return { name, description, parameters: (parameters ?? { type: "object" }) as JsonObject };
}

function toMessage(message: BaseMessage): Message {
  const content = message.text;
  switch (message.getType()) {
    case "system":
      return { role: "system", content };
    case "tool": {
      const { tool_call_id: toolCallId, status } = message as ToolMessage;
      return { role: "tool", toolCallId, content, ...(status === "error" && { isError: true }) };
    }
    case "ai":
      return toAssistantMessage(message as AIMessage);
    default:
      return { role: "user", content };
  }
}

function toAssistantMessage({ text, tool_calls: calls = [] }: AIMessage): AssistantMessage {
  const toolCalls = calls.map(({ id = "", name, args }) => {
    return { id, name, rawArguments: JSON.stringify(args) };
  });
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

/** Arguments that are no JSON have a place of their own, and no tool is run for them. */
function toAiMessage({ content, toolCalls = [] }: AssistantMessage): AIMessage {
  const message = new AIMessage({ content: content ?? "", tool_calls: [], invalid_tool_calls: [] });
  for (const { id, name, rawArguments } of toolCalls) {
    try {
      message.tool_calls?.push({ type: "tool_call", id, name, args: JSON.parse(rawArguments) });
    } catch {
      const error = "The arguments are no JSON.";
      const call = { type: "invalid_tool_call", id, name, args: rawArguments, error } as const;
      message.invalid_tool_calls?.push(call);
    }
  }
  return message;
}
