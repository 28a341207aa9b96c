import { conversationTexts } from "../conversation/conversation-texts.ts";
import { hasUnpairedThinkTag } from "../conversation/think-tags.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import { findSecretsOf, groupsIn } from "../secrets/find-secrets.ts";
import type { SecretKind } from "../secrets/secret-forms.ts";
import { hasSpecialTokenText } from "./special-token-text.ts";

/** Where something that looks like a secret stands. */
export interface SecretPlace {
  readonly kind: SecretKind;
  /** Position in the run's messages, from 0; `null` for the definition of a tool. */
  readonly message: number | null;
}

/** What the reader of a row should know. */
export interface RowNotes {
  /** Kinds of secrets by message, each once; the first 100. */
  readonly secrets: readonly SecretPlace[];
  readonly hasSpecialTokenText: boolean;
  readonly hasUnpairedThinkTag: boolean;
  readonly lacksReasoning: boolean;
}

const maxSecrets = 100;

/**
 * Looks through a row that will be written. `text` is its line, with the tool definitions if those
 * stand in the manifest; a conversation whose tools stand in neither is given without them.
 */
export function takeNotes(conversation: TrainingConversation, text: string): RowNotes {
  const { messages } = conversation;
  return {
    secrets: secretsOf(conversation, text),
    hasSpecialTokenText: hasSpecialTokenText(text),
    hasUnpairedThinkTag: messages.some(
      (turn) => turn.role === "assistant" && hasUnpairedThinkTag(turn.content ?? ""),
    ),
    lacksReasoning: messages.some(
      (turn) => turn.role === "assistant" && turn.reasoning !== undefined,
    ),
  };
}

function secretsOf(conversation: TrainingConversation, text: string): readonly SecretPlace[] {
  // Most rows hold next to none of the forms, and one search through all of a row is quick.
  const groups = groupsIn(text);
  if (groups.length === 0) return [];
  const places = new Map<string, SecretPlace>();
  const note = (found: string, message: number | null) => {
    for (const { kind } of findSecretsOf(groups, found)) {
      places.set(`${kind} ${message}`, { kind, message });
    }
  };
  if (conversation.tools !== null) note(JSON.stringify(conversation.tools), null);
  for (const placed of conversationTexts(conversation)) {
    if (places.size >= maxSecrets) break;
    note(placed.text, placed.message.index);
  }
  return [...places.values()].slice(0, maxSecrets);
}
