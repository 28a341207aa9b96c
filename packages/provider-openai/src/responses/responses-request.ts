import {
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
import { replayItems } from "./replay-items.ts";

/**
 * Families that only ever answered without reasoning. They refuse to be asked for encrypted
 * reasoning; the list is complete, since newer families all reason.
 */
const withoutReasoning = /^(ft:)?(gpt-3\.5|gpt-4|chatgpt-|gpt-5([.]\d+)?-chat)/;

/**
 * The body of a Responses request. The conversation is sent whole and stored nowhere, so that an
 * attempt depends on nothing that the server remembers.
 */
export function toResponsesRequest(
  request: ModelRequest,
  definition: ModelDefinition,
  schemas: SchemaWriter,
): JsonObject {
  const { modelId, settings } = definition;
  const { instructions, messages } = splitInstructions(request.messages);
  const { output } = request;
  const text = {
    format: output === undefined ? undefined : toFormat(output, schemas),
    verbosity: settings.verbosity,
  };
  const members = withoutUndefined({
    model: modelId,
    instructions,
    input: messages.flatMap((message) => toItems(message, definition)),
    ...toStorageMembers(definition),
    ...toToolMembers(request, { settings, schemas }, toFunction),
    text: (text.format ?? text.verbosity) ? withoutUndefined(text) : undefined,
    reasoning: settings.reasoningEffort && { effort: settings.reasoningEffort },
    temperature: settings.temperature,
    top_p: settings.topP,
    max_output_tokens: settings.maxOutputTokens,
    service_tier: settings.serviceTier,
    stream: true,
  });
  return { ...members, ...toExtraBody(definition) };
}

function toStorageMembers({ modelId, profile }: ModelDefinition): JsonObject {
  if (!profile.stores) return {};
  const include = withoutReasoning.test(modelId) ? undefined : ["reasoning.encrypted_content"];
  return { store: false, include };
}

/** A first system message is the agent's prompt; later ones keep their place in the conversation. */
function splitInstructions(messages: readonly Message[]) {
  const [first, ...others] = messages;
  if (first?.role !== "system") return { instructions: undefined, messages };
  return { instructions: first.content, messages: others };
}

function toItems(message: Message, { modelId, profile }: ModelDefinition): JsonObject[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [{ role: "user", content: toUserContent(message.content) }];
    case "tool":
      return [
        { type: "function_call_output", call_id: message.toolCallId, output: message.content },
      ];
    case "assistant": {
      const replayed = replayItems(message, { modelId, provider: profile.provider });
      if (replayed !== undefined) return replayed;
      const text = message.content ?? message.refusal;
      const calls = (message.toolCalls ?? []).map((call) => ({
        type: "function_call",
        call_id: call.id,
        name: call.name,
        arguments: call.rawArguments,
      }));
      return [...(text === undefined ? [] : [{ role: "assistant", content: text }]), ...calls];
    }
  }
}

function toUserContent(content: string | readonly ContentPart[]): string | JsonObject[] {
  if (typeof content === "string") return content;
  return content.map((part) =>
    part.type === "text"
      ? { type: "input_text", text: part.text }
      : { type: "input_image", image_url: part.url, detail: "auto" },
  );
}

function toFunction(members: JsonObject): JsonObject {
  return { type: "function", ...members };
}

function toFormat({ name, description, schema }: OutputFormat, schemas: SchemaWriter): JsonObject {
  const wire = schemas.write(schema, `The output schema ${JSON.stringify(name)}`);
  return withoutUndefined({ type: "json_schema", name, description, ...wire });
}
