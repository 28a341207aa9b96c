import type {
  JSONSchema7,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import type { JsonObject, Message, ModelResponse, ToolChoice, ToolSpec } from "@rollouts/core";
import type { AttemptModel } from "../attempt-model.ts";

/** The model of an attempt as a language model of the AI SDK. */
export function toLanguageModel(model: AttemptModel): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: "rollouts",
    modelId: "attempt",
    supportedUrls: { "image/*": [/^https:/] },
    async doGenerate(options) {
      const { responseFormat } = options;
      const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined;
      const response = await model.generate({
        messages: options.prompt.flatMap(toMessages),
        tools: toTools(options.tools),
        toolChoice: toToolChoice(options.toolChoice),
        output: schema && { name: "answer", schema: toJson(schema) },
      });
      return toResult(response);
    },
    doStream() {
      throw new Error("This agent does not stream.");
    },
  };
}

function toTools(tools: LanguageModelV3CallOptions["tools"] = []): readonly ToolSpec[] {
  return tools.flatMap((tool) => {
    if (tool.type !== "function") return [];
    const { name, description, inputSchema } = tool;
    return [{ name, description, parameters: toJson(inputSchema) }];
  });
}

/** The schemas of the AI SDK are JSON, in a type of their own. */
function toJson(schema: JSONSchema7): JsonObject {
  return schema as JsonObject;
}

function toToolChoice(choice: LanguageModelV3CallOptions["toolChoice"]): ToolChoice | undefined {
  return choice?.type === "tool" ? { name: choice.toolName } : choice?.type;
}

function toMessages(message: LanguageModelV3Message): readonly Message[] {
  const { role, content } = message;
  if (role === "system") return [{ role, content }];
  if (role === "tool") {
    return content.flatMap((part) => (part.type === "tool-result" ? [toToolMessage(part)] : []));
  }
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (role === "user") return [{ role, content: text }];
  const toolCalls = content.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId: id, toolName: name, input } = part;
    return [{ id, name, rawArguments: JSON.stringify(input) }];
  });
  return [{ role, content: text === "" ? null : text, ...(toolCalls.length > 0 && { toolCalls }) }];
}

function toToolMessage({
  toolCallId,
  output,
}: {
  toolCallId: string;
  output: LanguageModelV3ToolResultOutput;
}): Message {
  const value = "value" in output ? output.value : (output.reason ?? "The call was denied.");
  const content = typeof value === "string" ? value : JSON.stringify(value);
  const isError = output.type.startsWith("error") || output.type === "execution-denied";
  return { role: "tool", toolCallId, content, ...(isError && { isError }) };
}

function toResult({ message, finishReason, usage }: ModelResponse) {
  const text = message.content ?? message.refusal;
  const inputTokens = { total: usage?.inputTokens, noCache: undefined, cacheWrite: undefined };
  const tokens: LanguageModelV3Usage = {
    inputTokens: { ...inputTokens, cacheRead: usage?.cachedInputTokens },
    outputTokens: {
      total: usage?.outputTokens,
      text: undefined,
      reasoning: usage?.reasoningTokens,
    },
  };
  return {
    content: [
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      ...(message.toolCalls ?? []).map(({ id, name, rawArguments }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input: rawArguments,
      })),
    ],
    finishReason: { unified: finishReason, raw: undefined },
    usage: tokens,
    warnings: [],
  };
}
