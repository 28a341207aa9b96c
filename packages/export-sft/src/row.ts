const rowRoles = ["system", "user", "assistant"] as const;

/** One message of a row, with exactly these keys. */
export interface RowMessage {
  readonly role: (typeof rowRoles)[number];
  readonly content: string;
}

/** True for the roles that a row may hold. */
export function isRowRole(role: unknown): role is RowMessage["role"] {
  return rowRoles.some((known) => known === role);
}

/**
 * Writes the line of a conversation, newline included: compact JSON with the keys in a fixed order.
 *
 * U+2028, U+2029 and U+0085 are escaped, since Python's `splitlines()` and some versions of Node's
 * `readline` break a record at them.
 */
export function toRow(conversation: readonly RowMessage[]): string {
  const messages = conversation.map(({ role, content }) => ({ role, content }));
  const json = JSON.stringify({ messages });
  return `${json.replace(/[\u0085\u2028\u2029]/g, toEscape)}\n`;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
