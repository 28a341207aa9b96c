import type { TaskSummary, UnscoredCause } from "@rollouts/core";
import {
  type Fault,
  type FaultCode,
  outcomeOfCause,
  type Rejection,
  type RejectionFacts,
  Rejections,
} from "@rollouts/export-sft/rows";
import { type AttemptCounters, noAttempts } from "./attempt-counters.ts";

export interface AttemptFacts extends AttemptCounters, RejectionFacts<FaultCode, Rejection> {}

/** Counts the attempts that are in no row. */
export class AttemptTally {
  readonly #counters = noAttempts();
  readonly #rejections = new Rejections<FaultCode, Rejection>();

  count(outcome: keyof AttemptCounters, attempts = 1): void {
    this.#counters[outcome] += attempts;
  }

  reject(taskId: string, attemptIndex: number, { code, message, fault }: Fault): void {
    this.count("skippedUnsupported");
    this.#rejections.add({ taskId, attemptIndex, reason: code, message, fault });
  }

  /** Counts the attempts of a task that is held out. */
  countHoldout({ scoredCount, unscoredCauses }: TaskSummary): void {
    this.count("skippedHoldout", scoredCount);
    for (const [cause, attempts] of Object.entries(unscoredCauses)) {
      this.count(outcomeOfCause(cause as UnscoredCause) as keyof AttemptCounters, attempts);
    }
  }

  /** How many attempts were counted. */
  get total(): number {
    return Object.values(this.#counters).reduce((sum, count) => sum + count, 0);
  }

  facts(): AttemptFacts {
    return { ...this.#counters, ...this.#rejections.facts() };
  }
}
