/** Where every scored attempt went; their sum is the number of scored attempts. */
export interface SftCounters {
  readonly written: number;
  /** Failed, and only passing attempts were asked for. */
  readonly skippedFailed: number;
  /** A tool call was refused because of the agent's tool-call limit. */
  readonly skippedLimitHit: number;
  /** The agent ran tools, which a row cannot show. */
  readonly skippedToolRuns: number;
  /** The run does not end in assistant text, or no user message has text. */
  readonly skippedNoText: number;
  /** The file was full. */
  readonly droppedOverCap: number;
}

/** What an export did. */
export interface SftReport extends SftCounters {
  /** Scored attempts of tasks with `metadata.split` of `"holdout"`; in none of the other counters. */
  readonly skippedHoldout: number;
  readonly profile: string;
  /** The dataset, by the path that was asked for; `null` when there was no row to write. */
  readonly path: string | null;
  /** The file beside it that says where its rows come from; `null` when there was no row to write. */
  readonly metaPath: string | null;
  /** Size of the dataset. */
  readonly bytes: number;
  /** SHA-256 of the dataset, 64 hexadecimal digits; `null` when there was no row to write. */
  readonly sha256: string | null;
}
