/**
 * Why no row is made of a conversation, as a word to count by: a profile cannot hold it, or it does
 * not show what was scored.
 */
export type FaultCode =
  | "unsupported-role"
  | "unsupported-content"
  | "blank-message"
  | "unpaired-think-tag"
  | "system-not-first"
  | "starts-without-user"
  | "repeated-role"
  | "no-user-message"
  | "no-final-answer"
  | "nothing-trained"
  | "tool-run"
  | "tools-unknown"
  | "unlisted-tool"
  | "tool-name"
  | "tool-definition"
  | "unrecorded-tool-run"
  | "other-final-text"
  | "refused-answer"
  | "unanswered-call"
  | "unmatched-result"
  | "replies-out-of-order"
  | "arguments-not-json"
  | "arguments-not-exact"
  | "too-deep"
  | "text-beside-calls"
  | "call-id";

/** One reason why no row is made of a conversation. */
export interface Fault {
  readonly code: FaultCode;
  /** The `index` of the message; `null` for the conversation as a whole. */
  readonly message: number | null;
  readonly fault: string;
}
