import type { Profile } from "./profile.ts";

/** What is known about a call, for reading its answer and for saying what went wrong. */
export interface Call {
  readonly modelId: string;
  /** Without password and query. */
  readonly baseURL: string;
  readonly profile: Profile;
  /** The key and the values of the address's query, known so that no message repeats them. */
  readonly secrets: readonly string[];
  /** How many replies of the model the conversation has already: makes ids that are unique in it. */
  readonly replyCount: number;
  /** The limit of tokens that was asked for. */
  readonly maxOutputTokens: number | undefined;
  /** True when a reply without any content is an answer. */
  readonly allowEmptyReply: boolean;
}
