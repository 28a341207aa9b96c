import type { ContentPart, JsonObject, Message, ModelRequest, OutputFormat } from "@rollouts/core";
import type { ModelDefinition } from "./model-definition.ts";
import { replayItems } from "./replay.ts";
import { toWireSchema } from "./strict-schema.ts";
import { toToolMembers } from "./tool-members.ts";
import { withoutUndefined } from "./without-undefined.ts";

/**
 * Families that only ever answered without reasoning. They refuse to be asked for encrypted
 * reasoning; the list is complete, since newer families all reason.
 */
const withoutReasoning = /^(ft:)?(gpt-3\.5|gpt-4|chatgpt-|gpt-5([.]\d+)?-chat)/;

/**
 * The body of a Responses request. The conversation is sent whole and stored nowhere, so that an
 * attempt depends on nothing that the server remembers.
 */
export function toResponsesRequest(request: ModelRequest, definition: ModelDefinition): JsonObject {
  const { modelId, settings } = definition;
  const { instructions, messages } = splitInstructions(request.messages);
  const { output } = request;
  const text = {
    format: output === undefined ? undefined : toFormat(output, settings.strictSchemas),
    verbosity: settings.verbosity,
  };
  return withoutUndefined({
    model: modelId,
    instructions,
    input: messages.flatMap((message) => toItems(message, modelId)),
    store: false,
    include: withoutReasoning.test(modelId) ? undefined : ["reasoning.encrypted_content"],
    ...toToolMembers(request, settings, toFunction),
    text: (text.format ?? text.verbosity) ? withoutUndefined(text) : undefined,
    reasoning: settings.reasoningEffort && { effort: settings.reasoningEffort },
    temperature: settings.temperature,
    top_p: settings.topP,
    max_output_tokens: settings.maxOutputTokens,
    service_tier: settings.serviceTier,
  });
}

/** A first system message is the agent's prompt; later ones keep their place in the conversation. */
function splitInstructions(messages: readonly Message[]) {
  const [first, ...others] = messages;
  if (first?.role !== "system") return { instructions: undefined, messages };
  return { instructions: first.content, messages: others };
}

function toItems(message: Message, modelId: string): JsonObject[] {
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
      const replayed = replayItems(message, modelId);
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

function toFormat({ name, description, schema }: OutputFormat, wantStrict: boolean): JsonObject {
  const wire = toWireSchema(schema, wantStrict);
  return withoutUndefined({ type: "json_schema", name, description, ...wire });
}
