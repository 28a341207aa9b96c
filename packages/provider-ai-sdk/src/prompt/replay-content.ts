import {
  type AssistantMessage,
  isPlainObject,
  type JsonObject,
  withoutUndefined,
} from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import type { AiSdkVersion } from "../language-model.ts";
import { type ContentPart, readRawArguments, readSaid } from "../reply/content.ts";
import { readKept } from "../reply/keep-content.ts";
import { saysTheSame } from "../reply/says-the-same.ts";
import { addressOf } from "./image-part.ts";
import type { AssistantPart, FileData } from "./prompt-message.ts";
import { readToolInput } from "./tool-input.ts";

/**
 * The kept content of a reply as a prompt has it: parts in their order, each with what its provider
 * said of it, such as the signature of its reasoning. Undefined when there is none, when it is of
 * another model or version, or when it no longer says what the message says, since somebody edited it.
 */
export function replayContent(
  message: AssistantMessage,
  definition: ModelDefinition,
): AssistantPart[] | undefined {
  const content = readKept(message, definition);
  if (content === undefined || message.refusal !== undefined) return undefined;
  if (!saysTheSame(readSaid(content), message)) return undefined;
  return content.flatMap((part) => toAssistantPart(part, definition.version) ?? []);
}

function toAssistantPart(part: ContentPart, version: AiSdkVersion): AssistantPart | undefined {
  const providerOptions = readMetadata(part.providerMetadata);
  const shared = providerOptions === undefined ? {} : { providerOptions };
  switch (part.type) {
    case "text":
    case "reasoning": {
      // Providers refuse empty texts, but the empty reasoning of some carries its encrypted form.
      const isEmpty = part.text === "" && providerOptions === undefined;
      return isEmpty ? undefined : { type: part.type, text: String(part.text), ...shared };
    }
    case "tool-call":
      return withoutUndefined({
        type: part.type,
        toolCallId: String(part.toolCallId),
        toolName: String(part.toolName),
        input: readToolInput(readRawArguments(part)).input,
        providerExecuted: part.providerExecuted === true ? true : undefined,
        ...shared,
      });
    case "tool-result":
      return {
        type: part.type,
        toolCallId: String(part.toolCallId),
        toolName: String(part.toolName),
        output: { type: part.isError === true ? "error-json" : "json", value: part.result },
        ...shared,
      };
    case "file":
    case "reasoning-file": {
      const data = readFileData(part.data, version);
      if (data === undefined) return undefined;
      return { type: part.type, mediaType: String(part.mediaType), data, ...shared };
    }
    case "custom":
      return { type: part.type, kind: String(part.kind), ...shared };
    default:
      return undefined;
  }
}

/** After a way through a file, an address is a text and not the URL that providers expect. */
function readFileData(data: unknown, version: AiSdkVersion): FileData | undefined {
  if (typeof data === "string") return data;
  if (!isPlainObject(data)) return undefined;
  if (data.type === "url" && URL.canParse(String(data.url))) {
    return addressOf(String(data.url), version);
  }
  return data.type === "data" ? { type: "data", data: String(data.data) } : undefined;
}

function readMetadata(metadata: unknown): Readonly<Record<string, JsonObject>> | undefined {
  return isPlainObject(metadata) ? (metadata as Readonly<Record<string, JsonObject>>) : undefined;
}
