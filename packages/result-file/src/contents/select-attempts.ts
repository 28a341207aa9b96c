import { replaces } from "../format/verdict.ts";
import type { AttemptEntry } from "./attempt-index.ts";

/** The line that counts for an attempt, and the line of its verdict: itself, or a later rescore. */
export interface SelectedAttempt {
  readonly attempt: AttemptEntry;
  readonly verdict: AttemptEntry;
}

/**
 * The attempts that count among the lines of one task with one input, by index.
 *
 * Of several lines for one attempt the first with a score counts; without any, the last one, but a
 * cancelled one only when there is no other. A rescore gives the attempt that counts at its place in
 * the file another verdict; of several the last.
 */
export function selectAttempts(entries: Iterable<AttemptEntry>, k: number): SelectedAttempt[] {
  const selected = new Map<number, SelectedAttempt>();
  for (const entry of entries) {
    if (entry.attemptIndex >= k) continue;
    const known = selected.get(entry.attemptIndex);
    if (entry.kind === "rescore") {
      if (known !== undefined) {
        selected.set(entry.attemptIndex, { attempt: known.attempt, verdict: entry });
      }
    } else if (known === undefined || replaces(entry.verdict, known.verdict.verdict)) {
      selected.set(entry.attemptIndex, { attempt: entry, verdict: entry });
    }
  }
  return [...selected.values()].sort(byAttemptIndex);
}

function byAttemptIndex(a: SelectedAttempt, b: SelectedAttempt): number {
  return a.attempt.attemptIndex - b.attempt.attemptIndex;
}
