import type { Json } from "@rollouts/core";
import type { TrainingConversation, TrainingRole } from "../conversation/training-conversation.ts";

/**
 * What a consumer of fine-tuning files accepts, as dated data. `profiles` holds those that are
 * shipped; a profile of your own is best a copy: `{ ...profiles.openai, name: "mine", limits: ... }`.
 */
export interface SftProfile {
  readonly name: string;
  /** Goes up when the same conversation gives other bytes. */
  readonly version: number;
  /** The day, such as `2026-08-21`, of the documentation or source that the rest was checked with. */
  readonly verifiedOn: string;
  /** Writes rows and checks them. */
  readonly format: RowFormat;
  readonly rowKeys: ProfileKeys;
  /** Roles that messages may have; `tool` means nothing without `tools`. */
  readonly roles: readonly TrainingRole[];
  /**
   * What user messages may be made of. Where that is more than text, messages of other roles in
   * files of others may be lists of texts too.
   */
  readonly userContent: "text" | "text-parts" | "text-and-images";
  /**
   * What becomes of messages that a row cannot hold (blank, made of parts, of another role): the
   * conversation is refused, or goes without them. `leave-out` goes with `tools: null` alone.
   */
  readonly unfit: "refuse" | "leave-out";
  readonly order: ProfileOrder;
  /** `null` when rows cannot show tool calls: runs that show some are refused. */
  readonly tools: ProfileTools | null;
  /** Whether `weight: 0` marks assistant messages that the model read but did not write. */
  readonly marksUntrained: boolean;
  /** What files of others may have besides. */
  readonly extras: ProfileExtras;
  /** Which tokens the consumer trains, in words, for the manifest. */
  readonly lossMask: string;
  /** Whether files begin with EF BB BF. */
  readonly byteOrderMark: boolean;
  /**
   * Whether files of others must escape U+2028, U+2029 and U+0085, at which some readers break a
   * line. Ours always do.
   */
  readonly separators: "escaped" | "any";
  /** How names of files must end; `null` when it does not matter. */
  readonly suffix: string | null;
  readonly limits: ProfileLimits;
  readonly defaults: ProfileDefaults;
}

/** Writes conversations as rows of one shape, and checks rows of that shape. */
export interface RowFormat {
  /** The row of a conversation in which `findFault` found nothing. Its keys keep their order. */
  write(conversation: TrainingConversation, profile: SftProfile): Row;
  /** What is wrong with a row that was read, whoever wrote it; its keys are known to be allowed. */
  check(row: Readonly<Record<string, unknown>>, profile: SftProfile): Iterable<RowFault>;
}

/** One line of a file; members that are `undefined` are left out. */
export interface Row {
  readonly [key: string]: Json | undefined;
}

/** One thing that is wrong with a row. */
export interface RowFault {
  /** Position of the message, from 0; `null` for the row itself. */
  readonly message: number | null;
  readonly fault: string;
}

/** Keys of a row. There are no others. */
export interface ProfileKeys {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** What the consumer takes, and no row of ours has. */
export interface ProfileExtras {
  /** Which numbers may be the `weight` of a row; `null` when it has none. */
  readonly rowWeight: "any" | "not-negative" | null;
  /** Whether messages may have a `name`. */
  readonly names: boolean;
  /** Keys of assistant messages that may hold reasoning, as text. */
  readonly reasoningKeys: readonly string[];
  /** `functions`, `function_call` and messages of role `function`: tools, as they were at first. */
  readonly functions: boolean;
}

/** Who may speak when. Every conversation has a user message and ends with an assistant's text. */
export interface ProfileOrder {
  /** `first`: at most one system message, at the start. */
  readonly system: "anywhere" | "first";
  /** Whether the first message that is no system message must be the user's. */
  readonly startsWithUser: boolean;
  /** Roles that may stand twice in a row; tool messages always may. */
  readonly repeatable: readonly TrainingRole[];
}

/** How tools are written. */
export interface ProfileTools {
  /** Where the definitions stand. `manifest`: the trainer is given them in code. */
  readonly definitions: "row" | "manifest";
  /**
   * `string`: the model's own bytes. `object`: parsed; a conversation whose arguments would not
   * survive that, such as an integer over 2^53 or a key that stands twice, is refused.
   */
  readonly argumentsAs: "string" | "object";
  /** A turn of calls without text has no `content`, or an empty one. */
  readonly emptyContent: "omit" | "empty";
  /** Whether a turn may hold text and calls. */
  readonly textBesideCalls: boolean;
  /** Whether tool messages carry the tool's `name`. */
  readonly resultName: boolean;
  /** `nine-alphanumeric`: ids of another form are replaced, in call and reply alike. */
  readonly callIds: "free" | "nine-alphanumeric";
  /** Whether every definition needs a description. */
  readonly descriptionRequired: boolean;
  /** A definition without a description has none, or an empty one. */
  readonly emptyDescription: "omit" | "empty";
  /**
   * `as-called`: replies stand in the order of their calls, since the chat templates of the consumer
   * show the model no ids.
   */
  readonly replyOrder: "any" | "as-called";
  /** Whether rows with tools say in `parallel_tool_calls` if a turn makes several calls. */
  readonly parallelKey: boolean;
}

/** Sizes; `null` where none is known. */
export interface ProfileLimits {
  /** A file with fewer rows is written, and reported. */
  readonly minRows: number;
  /** Most rows in a file. */
  readonly maxRows: number | null;
  /** Most bytes in a file, newlines included. */
  readonly maxBytes: number | null;
  /** Most tokens in a row; longer ones are reported when tokens are counted. */
  readonly maxRowTokens: number | null;
  /** Most images in a row. */
  readonly maxRowImages: number | null;
  /** Most bytes of an image that stands in the row; those at an address are not looked at. */
  readonly maxImageBytes: number | null;
}

/** What happens when the caller does not say. */
export interface ProfileDefaults {
  readonly onOverflow: OverflowPolicy;
  readonly deduplicate: boolean;
  readonly allowMixedPrompts: boolean;
}

/**
 * What happens to rows that do not fit into the file. `shard`: they go into the next one.
 * `truncate`: the first of them closes the file, and it and all later ones are dropped.
 */
export type OverflowPolicy = "shard" | "error" | "truncate";
