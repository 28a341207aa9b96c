import { type AssistantMessage, isPlainObject } from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import { type ContentPart, isContentPart } from "./content.ts";

/** The key of what is kept: the packages of several versions must not read one another's parts. */
function describeApi({ version }: ModelDefinition): string {
  return `aisdk.${version}`;
}

/**
 * The parts of a reply as they are sent back, when they hold what a message has no place for: metadata
 * of the provider, reasoning where it stood, files, calls that the provider ran. Undefined when the
 * message says it all. They are tied to the model, since only the one that reasoned knows its reasoning.
 */
export function keepContent(
  content: readonly ContentPart[],
  definition: ModelDefinition,
): Record<string, unknown> | undefined {
  const { provider, modelId: model } = definition;
  const parts = content.filter(({ type }) => !unsendable.has(type));
  if (isPlain(parts)) return undefined;
  const kept = { api: describeApi(definition), model, content: parts.map(toPlainPart) };
  return { [provider]: kept };
}

/** The kept parts of a message; undefined when there are none, or none of this model and version. */
export function readKept(
  { providerItems }: AssistantMessage,
  definition: ModelDefinition,
): readonly ContentPart[] | undefined {
  const kept = providerItems?.[definition.provider];
  if (!isPlainObject(kept) || kept.api !== describeApi(definition)) return undefined;
  if (kept.model !== definition.modelId || !Array.isArray(kept.content)) return undefined;
  return kept.content.every(isContentPart) ? kept.content : undefined;
}

/** Prompts have no place for these. */
const unsendable: ReadonlySet<string> = new Set(["source", "tool-approval-request"]);

/** True for a text, then tool calls, and nothing more to say of them. */
function isPlain(parts: readonly ContentPart[]): boolean {
  return parts.every(({ type, providerMetadata, providerExecuted }, index) => {
    if (providerMetadata !== undefined || providerExecuted === true) return false;
    return type === "tool-call" || (type === "text" && index === 0);
  });
}

/** A copy that JSON can carry, since results are written to files. Bytes become base64. */
function toPlainPart(part: ContentPart): unknown {
  const { data } = part;
  const inner = isPlainObject(data) && data.data instanceof Uint8Array ? data.data : undefined;
  const plain = {
    ...part,
    ...(data instanceof Uint8Array ? { data: toBase64(data) } : {}),
    ...(inner === undefined ? {} : { data: { type: "data", data: toBase64(inner) } }),
  };
  return JSON.parse(JSON.stringify(plain));
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
