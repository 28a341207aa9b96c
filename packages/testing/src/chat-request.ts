import type { ChatCompletionRequest, ChatMessage } from "@copilotkit/aimock";
import {
  type ContentPart,
  isPlainObject,
  type JsonObject,
  type Message,
  type ModelRequest,
  type OutputFormat,
  type ToolChoice,
  type ToolSpec,
} from "@rollouts/core";

/** Reads a Chat Completions request, which is also what aimock makes of a Responses request. */
export function readChatRequest(
  request: ChatCompletionRequest,
): Pick<ModelRequest, "messages" | "tools" | "toolChoice"> {
  const toolChoice = readToolChoice(request.tool_choice);
  return {
    messages: request.messages.map(readMessage),
    ...(request.tools && { tools: request.tools.map(readTool) }),
    ...(toolChoice && { toolChoice }),
  };
}

function readMessage(message: ChatMessage): Message {
  const text = textOf(message.content);
  if (message.role === "tool")
    return { role: "tool", toolCallId: message.tool_call_id ?? "", content: text };
  if (message.role === "assistant")
    return {
      role: "assistant",
      content: message.content === null ? null : text,
      ...(message.tool_calls && {
        toolCalls: message.tool_calls.map((call) => ({
          id: call.id,
          name: call.function.name,
          rawArguments: call.function.arguments,
        })),
      }),
    };
  if (message.role !== "user") return { role: "system", content: text };
  return {
    role: "user",
    content: Array.isArray(message.content) ? message.content.flatMap(readPart) : text,
  };
}

type Content = ChatMessage["content"];

function textOf(content: Content): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((part) => part.text ?? "").join("");
}

function readPart(part: Exclude<Content, string | null>[number]): ContentPart[] {
  if (part.type === "text") return [{ type: "text", text: part.text ?? "" }];
  const image = part.image_url;
  const shown = isPlainObject(image) && typeof image.url === "string";
  return shown ? [{ type: "image", url: String(image.url) }] : [];
}

function readTool({
  function: tool,
}: NonNullable<ChatCompletionRequest["tools"]>[number]): ToolSpec {
  return {
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    parameters: (tool.parameters ?? {}) as JsonObject,
  };
}

/** Chat Completions keeps the name of a forced tool one level deeper than Responses. */
function readToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  if (!isPlainObject(choice)) return undefined;
  const name = isPlainObject(choice.function) ? choice.function.name : choice.name;
  return typeof name === "string" ? { name } : undefined;
}

/** The JSON schema that a body of either API asks the answer to meet. */
export function readOutputFormat(body: JsonObject): OutputFormat | undefined {
  const { text, response_format: format } = body;
  const wanted = isPlainObject(format) ? format.json_schema : isPlainObject(text) && text.format;
  if (!isPlainObject(wanted) || !isPlainObject(wanted.schema)) return undefined;
  const { name, description, schema } = wanted;
  return {
    name: typeof name === "string" ? name : "",
    ...(typeof description === "string" ? { description } : {}),
    schema: schema as JsonObject,
  };
}
