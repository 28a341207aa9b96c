import type { JsonObject } from "@rollouts/core";
import type { AttemptCounters } from "./attempt-counters.ts";

/** The counters that a manifest has besides those of its `report`. */
export function toCounterEntries(facts: AttemptCounters): JsonObject {
  return {
    skipped_holdout: facts.skippedHoldout,
    skipped_error: facts.skippedError,
    skipped_timeout: facts.skippedTimeout,
    skipped_truncated: facts.skippedTruncated,
    skipped_unscored: facts.skippedUnscored,
    dropped_by_redaction: facts.droppedByRedaction,
    skipped_unsupported: facts.skippedUnsupported,
  };
}
