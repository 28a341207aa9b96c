import type { ContentPart, ToolCall, ToolSpec } from "@rollouts/core";

/**
 * What one attempt teaches, in no consumer's format: profiles check it and write it as a row.
 *
 * Texts and tool arguments are the model's own, byte for byte.
 */
export interface TrainingConversation {
  readonly messages: readonly TrainingMessage[];
  /** What the model was offered; `null` when the agent did not say. */
  readonly tools: readonly ToolSpec[] | null;
  readonly provenance: Provenance;
}

/** Which attempt a row comes from. */
export interface Provenance {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  /** Value of the score, from 0 to 1. */
  readonly score: number;
}

/** One message of a training conversation. */
export type TrainingMessage = SystemTurn | UserTurn | AssistantTurn | ToolTurn;

/** Who speaks in a message. */
export type TrainingRole = TrainingMessage["role"];

interface Turn {
  /** Position in the run's messages, or in a row that is read back; from 0. For error messages. */
  readonly index: number;
}

/** An instruction to the model. */
export interface SystemTurn extends Turn {
  readonly role: "system";
  readonly content: string;
}

/** What the model was asked: text, or text and images. */
export interface UserTurn extends Turn {
  readonly role: "user";
  readonly content: string | readonly ContentPart[];
}

/** What the model said. */
export interface AssistantTurn extends Turn {
  readonly role: "assistant";
  /** `null` when there is no text, as beside tool calls. */
  readonly content: string | null;
  /** Empty when it called none. */
  readonly toolCalls: readonly ToolCall[];
  /** Reasoning text that the provider showed, which may be a summary. No shipped profile writes it. */
  readonly reasoning?: string | undefined;
  /** False for a message of the task's input: the model read it, but did not write it. */
  readonly trained: boolean;
}

/** What a tool answered. */
export interface ToolTurn extends Turn {
  readonly role: "tool";
  readonly content: string;
  readonly toolCallId: string;
  /** Of the tool that was called; empty when no call has this id. */
  readonly toolName: string;
}
