import type { ToolSpec } from "@rollouts/core";
import { conversationTexts } from "../conversation/conversation-texts.ts";
import { hasUnpairedThinkTag } from "../conversation/think-tags.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import { findSecretsOf, groupsIn } from "../secrets/find-secrets.ts";
import type { SecretKind } from "../secrets/secret-forms.ts";
import { hasSpecialTokenText } from "./special-token-text.ts";

/** Where something that looks like a secret stands. */
export interface SecretPlace {
  readonly kind: SecretKind;
  /** The attempt that said it; for the definition of a tool the first of the row. From 0. */
  readonly attemptIndex: number;
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
 * Looks through a row that will be written. `parts` hold its texts, each in one of them, and share
 * their tools. `text` is the line of the row, with the tool definitions if the trainer is given those
 * in code; `hiddenTools` are definitions that no trainer sees, and that stand in the manifest alone.
 */
export function takeNotes(
  parts: readonly TrainingConversation[],
  text: string,
  hiddenTools: readonly ToolSpec[] | null = null,
): RowNotes {
  const turns = parts
    .flatMap(({ messages }) => messages)
    .filter((turn) => turn.role === "assistant");
  return {
    secrets: secretsOf(parts, hiddenTools === null ? text : text + JSON.stringify(hiddenTools)),
    hasSpecialTokenText: hasSpecialTokenText(text),
    hasUnpairedThinkTag: turns.some(({ content }) => hasUnpairedThinkTag(content ?? "")),
    lacksReasoning: turns.some(({ reasoning }) => reasoning !== undefined),
  };
}

function secretsOf(parts: readonly TrainingConversation[], text: string): readonly SecretPlace[] {
  // Most rows hold next to none of the forms, and one search through all of a row is quick.
  const groups = groupsIn(text);
  if (groups.length === 0) return [];
  const places = new Map<string, SecretPlace>();
  const note = (found: string, attemptIndex: number, message: number | null) => {
    for (const { kind } of findSecretsOf(groups, found)) {
      places.set(`${kind} ${attemptIndex} ${message}`, { kind, attemptIndex, message });
    }
  };
  const [first] = parts;
  if (first?.tools != null) note(JSON.stringify(first.tools), first.provenance.attemptIndex, null);
  for (const part of parts) {
    for (const placed of conversationTexts(part)) {
      if (places.size >= maxSecrets) break;
      note(placed.text, part.provenance.attemptIndex, placed.message.index);
    }
  }
  return [...places.values()].slice(0, maxSecrets);
}
