/** How attempts were kept apart; recorded in every result. */
export interface Isolation {
  /** Memory, history and summaries: a new in-memory store for every attempt. */
  readonly store: "fresh";
  /** `fresh` when a factory made the agent of every attempt, else the definition is shared. */
  readonly tools: "fresh" | "shared";
  /** Attempts share one process: closures, files, network and environment variables. */
  readonly process: "shared";
}
