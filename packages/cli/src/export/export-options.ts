/** What the rows of a training file are. */
export type ExportKind = "sft" | "pairs" | "kto" | "prompts";

/** The options of `rollouts export`. */
export interface ExportCommandOptions {
  /** Default `sft`. */
  readonly kind?: ExportKind | undefined;
  readonly profile?: string | undefined;
  /** Also tasks outside the learning zone. */
  readonly allTasks?: boolean | undefined;
  readonly onOverflow?: "shard" | "error" | "truncate" | undefined;
  /** Share of the tasks that goes to a second file. */
  readonly validationShare?: number | undefined;
  readonly minScore?: number | undefined;
  /** Most rows of one task. */
  readonly maxPerTask?: number | undefined;
  /** Write U+FFFD in place of halves of characters. */
  readonly replaceLoneSurrogates?: boolean | undefined;
  /** How pairs are formed. */
  readonly method?: "matched" | "all" | "best-worst" | "best-near-mu-2sigma" | undefined;
  readonly json?: boolean | undefined;
}
