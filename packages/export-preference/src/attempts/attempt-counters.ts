/** Attempts that are in no row, by the first reason that was found. */
export interface AttemptCounters {
  /** Scored attempts of tasks with `metadata.split` of `"holdout"`. */
  readonly skippedHoldout: number;
  readonly skippedError: number;
  readonly skippedTimeout: number;
  /** Cut by a token limit, whatever score it has: a cut answer teaches to be short, not right. */
  readonly skippedTruncated: number;
  /** Cancelled, paused, or the scorer failed or could not tell. */
  readonly skippedUnscored: number;
  /** A tool call was refused because of the agent's tool-call limit. */
  readonly skippedLimitHit: number;
  /** The agent ran tools, which a row of the profile cannot show. */
  readonly skippedToolRuns: number;
  /** The run does not end in text or calls of the model, or no user message says anything. */
  readonly skippedNoText: number;
  /** The option `redact` gave `null`. */
  readonly droppedByRedaction: number;
  /** The profile cannot hold it, or it does not show what was scored; `unsupported` counts the reasons. */
  readonly skippedUnsupported: number;
}

/** All counters at 0, in the order of the report. */
export function noAttempts(): Record<keyof AttemptCounters, number> {
  return {
    skippedHoldout: 0,
    skippedError: 0,
    skippedTimeout: 0,
    skippedTruncated: 0,
    skippedUnscored: 0,
    skippedLimitHit: 0,
    skippedToolRuns: 0,
    skippedNoText: 0,
    droppedByRedaction: 0,
    skippedUnsupported: 0,
  };
}
