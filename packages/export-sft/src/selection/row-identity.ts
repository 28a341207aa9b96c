import { hash } from "node:crypto";
import { isAboutTools } from "../conversation/is-about-tools.ts";
import { numberCalls } from "../conversation/number-calls.ts";
import type {
  TrainingConversation,
  TrainingMessage,
} from "../conversation/training-conversation.ts";
import type { SftProfile } from "../profiles/profile.ts";
import { toRowJson } from "../rows/to-line.ts";

/** A row that was written. */
export interface IdentifiableRow {
  readonly conversation: TrainingConversation;
  /** The line without its newline. */
  readonly json: string;
  /** Of the line without its newline, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** By what rows are the same: a digest of what is written, with calls counted in place of their ids. */
export function rowIdentity(
  { conversation, json, sha256 }: IdentifiableRow,
  profile: SftProfile,
): string {
  const { messages } = conversation;
  if (!messages.some(isAboutTools)) return sha256;
  // Other ids than those of the run would stand there.
  const numbered = profile.tools?.callIds === "free" ? replaceIds(json, messages) : null;
  if (numbered !== null) return hash("sha256", numbered);
  const plain = { ...conversation, messages: numberCalls(messages) };
  return hash("sha256", toRowJson(profile.format.write(plain, profile)));
}

const maxIds = 16; // each is one search through the row

/**
 * What the row of the numbered calls would be, without writing it; `null` where a text of the row
 * might be taken for an id.
 */
function replaceIds(json: string, messages: readonly TrainingMessage[]): string | null {
  const uses = countUses(messages);
  if (uses === null || uses.size > maxIds) return null;
  let text = json;
  let number = 0;
  for (const [id, count] of uses) {
    const parts = text.split(JSON.stringify(id));
    if (parts.length !== count + 1 || /^\d/.test(id)) return null;
    text = parts.join(`"${number}"`);
    number += 1;
  }
  return text;
}

/** How often each id is used, in the order of the calls; `null` where two calls have one id. */
function countUses(messages: readonly TrainingMessage[]): Map<string, number> | null {
  const uses = new Map<string, number>();
  for (const message of messages) {
    if (message.role === "tool") {
      uses.set(message.toolCallId, (uses.get(message.toolCallId) ?? 0) + 1);
    } else if (message.role === "assistant") {
      for (const { id } of message.toolCalls) {
        if (uses.has(id)) return null;
        uses.set(id, 1);
      }
    }
  }
  return uses;
}
