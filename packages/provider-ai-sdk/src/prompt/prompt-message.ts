import type { JsonObject } from "@rollouts/core";

type ProviderOptions = Readonly<Record<string, JsonObject>>;

interface WithOptions {
  readonly providerOptions?: ProviderOptions | undefined;
}

export interface TextPart extends WithOptions {
  readonly type: "text" | "reasoning";
  readonly text: string;
}

/** Up to V3 base64 or an address, as it is; in V4 with its kind. */
export type FileData =
  | string
  | URL
  | { readonly type: "data"; readonly data: string }
  | { readonly type: "url"; readonly url: URL };

export interface FilePart extends WithOptions {
  readonly type: "file" | "reasoning-file";
  readonly mediaType: string;
  readonly data: FileData;
}

export interface ToolCallPart extends WithOptions {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly providerExecuted?: boolean | undefined;
}

export interface ToolResultPart extends WithOptions {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: {
    readonly type: "text" | "error-text" | "json" | "error-json";
    readonly value: unknown;
  };
}

/** V4 only: what only its provider knows. */
export interface CustomPart extends WithOptions {
  readonly type: "custom";
  readonly kind: string;
}

export type AssistantPart = TextPart | FilePart | ToolCallPart | ToolResultPart | CustomPart;

/** A message of a prompt, in the form that the three versions share. */
export type PromptMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: readonly (TextPart | FilePart)[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly content: readonly ToolResultPart[] };
