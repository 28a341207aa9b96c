/** One message of a conversation between a user, a model and its tools. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** What a task hands to the agent: a prompt, or a conversation so far. */
export type TaskInput = string | readonly Message[];

/** An instruction to the model. */
export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

/** A message of the user: text, or text and images. */
export interface UserMessage {
  readonly role: "user";
  readonly content: string | readonly ContentPart[];
  /** True for a message of an earlier conversation; it is context, not part of this run. */
  readonly fromHistory?: boolean | undefined;
}

/** One part of a user message. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  /** `url` is an https address or a `data:` URL. */
  | { readonly type: "image"; readonly url: string };

/** A reply of the model, its text kept byte for byte. */
export interface AssistantMessage {
  readonly role: "assistant";
  /** The visible text; `null` when the model gave none, as beside a tool call or a refusal. */
  readonly content: string | null;
  /** Reasoning text that the provider showed. */
  readonly reasoning?: string | undefined;
  /** The provider's explicit refusal. */
  readonly refusal?: string | undefined;
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /**
   * The provider's own items, verbatim, keyed by provider name. Only that provider reads them, to
   * replay a conversation without loss.
   */
  readonly providerItems?: Readonly<Record<string, unknown>> | undefined;
  /** True for a message of an earlier conversation; it is context, not part of this run. */
  readonly fromHistory?: boolean | undefined;
}

/** A model's request to run a tool. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: usually JSON text, not always valid. */
  readonly rawArguments: string;
}

/** What a tool, or the agent in its place, answered to a tool call. */
export interface ToolMessage {
  readonly role: "tool";
  readonly toolCallId: string;
  readonly content: string;
  /** True when the call failed or was refused. */
  readonly isError?: boolean | undefined;
  /** True for a message of an earlier conversation; it is context, not part of this run. */
  readonly fromHistory?: boolean | undefined;
}
