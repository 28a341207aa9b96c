import {
  type AssistantMessage,
  type ContentPart,
  type JsonObject,
  type Message,
  type ModelRequest,
  type OutputFormat,
  withoutUndefined,
} from "@rollouts/core";
import { toExtraBody } from "../extra-body.ts";
import type { ModelDefinition } from "../model-definition.ts";
import type { SchemaWriter } from "../schemas/schema-writer.ts";
import { toToolMembers } from "../schemas/tool-members.ts";
import { replayChatMessage } from "./replay-chat.ts";

/** The most choices that one request may ask for. */
const maxSamples = 128;

/**
 * The body of a Chat Completions request for so many samples; several come in one piece. `store` is left
 * out: its default is not to store.
 */
export function toChatRequest(
  request: ModelRequest,
  definition: ModelDefinition,
  schemas: SchemaWriter,
  sampleCount = 1,
): JsonObject {
  const { modelId, settings, profile } = definition;
  const { output } = request;
  const members = withoutUndefined({
    model: modelId,
    messages: request.messages.flatMap((message) => toChatMessage(message, definition)),
    ...toToolMembers(request, { settings, schemas }, toFunction),
    response_format: output === undefined ? undefined : toFormat(output, schemas),
    reasoning_effort: settings.reasoningEffort,
    temperature: settings.temperature,
    top_p: settings.topP,
    [profile.maxTokensField]: settings.maxOutputTokens,
    seed: settings.seed === "per-attempt" ? request.attempt?.seed : settings.seed,
    stop: settings.stop,
    service_tier: settings.serviceTier,
    verbosity: settings.verbosity,
    ...(sampleCount > 1
      ? { n: Math.min(sampleCount, maxSamples) }
      : {
          stream: true,
          stream_options: profile.asksForUsage ? { include_usage: true } : undefined,
        }),
  });
  return { ...members, ...toExtraBody(definition) };
}

function toChatMessage(message: Message, definition: ModelDefinition): JsonObject[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [{ role: "user", content: toUserContent(message.content) }];
    case "tool":
      return [{ role: "tool", tool_call_id: message.toolCallId, content: message.content }];
    case "assistant":
      return toAssistantMessage(message, definition);
  }
}

/** A reply with nothing in it has no form that the API takes, and nothing to tell the model. */
function toAssistantMessage(
  message: AssistantMessage,
  { modelId, profile: { provider } }: ModelDefinition,
): JsonObject[] {
  const replayed = replayChatMessage(message, { modelId, provider });
  if (replayed !== undefined) return [replayed];
  const { content, refusal, toolCalls = [] } = message;
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

function toFormat({ name, description, schema }: OutputFormat, schemas: SchemaWriter): JsonObject {
  const wire = schemas.write(schema, `The output schema ${JSON.stringify(name)}`);
  return { type: "json_schema", json_schema: withoutUndefined({ name, description, ...wire }) };
}
