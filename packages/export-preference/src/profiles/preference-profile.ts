import type { ProfileKeys, Row, SftProfile } from "@rollouts/export-sft/rows";
import type { PreferencePair } from "../pairs/preference-pair.ts";

/**
 * What a consumer of preference data accepts, as dated data. `preferenceProfiles` holds those that
 * are shipped; one of your own is best a copy: `{ ...preferenceProfiles.trl, name: "mine", ... }`.
 */
export interface PreferenceProfile {
  readonly name: string;
  /** Goes up when the same result gives other bytes. */
  readonly version: number;
  /** The day, such as `2026-08-21`, of the documentation or source that the rest was checked with. */
  readonly verifiedOn: string;
  /** Rows of a preferred and a rejected answer; `null` when it takes none. */
  readonly pairs: PairForm | null;
  /** Rows of one answer with a label; `null` when it takes none. */
  readonly kto: DatasetForm | null;
  /** Rows without an answer, for reinforcement learning; `null` when it takes none. */
  readonly prompts: PromptForm | null;
}

/** Which data sets there are. */
export type DatasetKind = "pairs" | "kto" | "prompts";

/** What all kinds of rows have in common. */
export interface DatasetForm {
  /**
   * Which conversations a row can hold, how their messages are written, and how large a file may be.
   * Of this profile `format`, `rowKeys`, `lossMask` and `defaults` are not looked at.
   */
  readonly conversation: SftProfile;
  /** Which tokens the consumer trains, in words, for the manifest. */
  readonly lossMask: string;
}

/** How pairs are written. */
export interface PairForm extends DatasetForm {
  readonly format: PairFormat;
  /**
   * `turn`: one message a side, the first in which two attempts differ, after all that they share.
   * `run`: everything that follows the prompt.
   */
  readonly answers: "turn" | "run";
  /** Whether an answer of one message may be a tool call. */
  readonly callsInAnswers: boolean;
}

/** Puts the parts of a pair into a row, and finds them again. */
export interface PairFormat {
  /** Keys of a row. There are no others. */
  readonly rowKeys: ProfileKeys;
  /** The row of a pair. Its keys keep their order. */
  write(pair: PreferencePair, form: PairForm): Row;
  /** The parts of a row that was read, whoever wrote it, or what is wrong with it. */
  read(row: Readonly<Record<string, unknown>>, form: PairForm): PairParts | string;
}

/** What stands where in a row that was read. */
export interface PairParts {
  readonly prompt: readonly unknown[];
  readonly chosen: readonly unknown[];
  readonly rejected: readonly unknown[];
  /** Of the keys of the row, or of its input: those about tools. */
  readonly tools: Readonly<Record<string, unknown>>;
}

/** How prompts are written. */
export interface PromptForm extends DatasetForm {
  /** The key of the messages. Other keys may follow: they are the caller's, for graders. */
  readonly messagesKey: "messages" | "prompt";
  /** The role of what is a system message elsewhere. */
  readonly systemRole: "system" | "developer";
  /** Where tool definitions stand. `manifest`: the trainer is given them in code. */
  readonly tools: "row" | "manifest";
  /** What the consumer asks of a file to validate with; `null` when it can do without one. */
  readonly validation: ValidationRules | null;
}

/** What a file to validate with must be. */
export interface ValidationRules {
  /** Most rows; more are written, and reported. */
  readonly maxRows: number;
}
