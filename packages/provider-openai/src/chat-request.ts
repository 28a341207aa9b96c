import type {
  AssistantMessage,
  ContentPart,
  JsonObject,
  Message,
  ModelRequest,
  OutputFormat,
} from "@rollouts/core";
import type { ModelDefinition } from "./model-definition.ts";
import { toWireSchema } from "./strict-schema.ts";
import { toToolMembers } from "./tool-members.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** The body of a Chat Completions request. `store` is left out: its default is not to store. */
export function toChatRequest(request: ModelRequest, definition: ModelDefinition): JsonObject {
  const { modelId, settings } = definition;
  const { output } = request;
  return withoutUndefined({
    model: modelId,
    messages: request.messages.flatMap(toChatMessage),
    ...toToolMembers(request, settings, toFunction),
    response_format: output === undefined ? undefined : toFormat(output, settings.strictSchemas),
    reasoning_effort: settings.reasoningEffort,
    temperature: settings.temperature,
    top_p: settings.topP,
    max_completion_tokens: settings.maxOutputTokens,
    seed: settings.seed === "per-attempt" ? request.attempt?.seed : settings.seed,
    stop: settings.stop,
    service_tier: settings.serviceTier,
    verbosity: settings.verbosity,
  });
}

function toChatMessage(message: Message): JsonObject[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [{ role: "user", content: toUserContent(message.content) }];
    case "tool":
      return [{ role: "tool", tool_call_id: message.toolCallId, content: message.content }];
    case "assistant":
      return toAssistantMessage(message);
  }
}

/** A reply with nothing in it has no form that the API takes, and nothing to tell the model. */
function toAssistantMessage({ content, refusal, toolCalls = [] }: AssistantMessage): JsonObject[] {
  if (content === null && refusal === undefined && toolCalls.length === 0) return [];
  const calls = toolCalls.map(({ id, name, rawArguments }) => ({
    id,
    type: "function",
    function: { name, arguments: rawArguments },
  }));
  const members = {
    role: "assistant",
    content: content ?? undefined,
    refusal,
    tool_calls: calls.length === 0 ? undefined : calls,
  };
  return [withoutUndefined(members)];
}

function toUserContent(content: string | readonly ContentPart[]): string | JsonObject[] {
  if (typeof content === "string") return content;
  return content.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: part.url } },
  );
}

function toFunction(members: JsonObject): JsonObject {
  return { type: "function", function: members };
}

function toFormat({ name, description, schema }: OutputFormat, wantStrict: boolean): JsonObject {
  const format = withoutUndefined({ name, description, ...toWireSchema(schema, wantStrict) });
  return { type: "json_schema", json_schema: format };
}
