/** The counters that every exporter of this family has had from the start. */
export interface SftCounters {
  readonly written: number;
  /** Failed, and only passing attempts were asked for. */
  readonly skippedFailed: number;
  /** A tool call was refused because of the agent's tool-call limit. */
  readonly skippedLimitHit: number;
  /**
   * The run records tool executions, which a row of the profile cannot show. A run that records none
   * and shows tool calls in its messages is refused as `skippedUnsupported`; `portable` writes it
   * without them.
   */
  readonly skippedToolRuns: number;
  /** The run does not end in text or calls of the model, or no user message says anything. */
  readonly skippedNoText: number;
  /** The file was full. */
  readonly droppedOverCap: number;
}

/** Our own counters. */
export interface OwnCounters {
  /** Scored attempts of tasks with `metadata.split` of `"holdout"`. */
  readonly skippedHoldout: number;
  readonly skippedError: number;
  readonly skippedTimeout: number;
  /** Cut by a token limit, whatever score it has. */
  readonly skippedTruncated: number;
  /** Cancelled, paused, or the scorer failed or could not tell. */
  readonly skippedUnscored: number;
  /** Below the option `minScore`. */
  readonly skippedLowScore: number;
  /** The system prompt is another than that of the first row of its task. */
  readonly skippedMixedPrompt: number;
  /** The profile cannot hold it, or it does not show what was scored; `unsupported` counts the reasons. */
  readonly skippedUnsupported: number;
  /** The option `redact` gave `null`. */
  readonly droppedByRedaction: number;
  /** The same conversation is a row already. */
  readonly droppedDuplicates: number;
  /** Its task has `maxPerTask` rows already. */
  readonly droppedOverTaskCap: number;
}

/** Where an attempt may go. */
export type AttemptOutcome = keyof SftCounters | keyof OwnCounters;

/** All counters at 0, in the order of the report. */
export function noOutcomes(): Record<AttemptOutcome, number> {
  return {
    written: 0,
    skippedFailed: 0,
    skippedLimitHit: 0,
    skippedToolRuns: 0,
    skippedNoText: 0,
    droppedOverCap: 0,
    skippedHoldout: 0,
    skippedError: 0,
    skippedTimeout: 0,
    skippedTruncated: 0,
    skippedUnscored: 0,
    skippedLowScore: 0,
    skippedMixedPrompt: 0,
    skippedUnsupported: 0,
    droppedByRedaction: 0,
    droppedDuplicates: 0,
    droppedOverTaskCap: 0,
  };
}
