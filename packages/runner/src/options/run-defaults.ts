/** What a run does where nothing else is asked of it. */
export const runDefaults = {
  /** Attempts per task. */
  k: 8,
  /** Attempts in flight at once. */
  concurrency: 4,
} as const;
