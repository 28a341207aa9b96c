import type { TaskSummary, UnscoredCause } from "@rollouts/core";
import { type Fault, type FaultCode, outcomeOfCause } from "@rollouts/export-sft";
import { type AttemptCounters, noAttempts } from "./attempt-counters.ts";

const maxRejections = 100;

/** An attempt that the profile cannot hold. */
export interface Rejection {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  readonly reason: FaultCode;
  /** Position in the run's messages, from 0; `null` for the conversation as a whole. */
  readonly message: number | null;
  /** What is wrong, for people; safe for a terminal. */
  readonly fault: string;
}

export interface AttemptFacts extends AttemptCounters {
  /** `skippedUnsupported` by reason; reasons that did not occur are absent. */
  readonly unsupported: Readonly<Partial<Record<FaultCode, number>>>;
  /** The first 100 attempts of `skippedUnsupported`. */
  readonly rejections: readonly Rejection[];
}

/** Counts the attempts that are in no row. */
export class AttemptTally {
  readonly #counters = noAttempts();
  readonly #unsupported: Partial<Record<FaultCode, number>> = {};
  readonly #rejections: Rejection[] = [];

  count(outcome: keyof AttemptCounters, attempts = 1): void {
    this.#counters[outcome] += attempts;
  }

  reject(taskId: string, attemptIndex: number, { code, message, fault }: Fault): void {
    this.count("skippedUnsupported");
    this.#unsupported[code] = (this.#unsupported[code] ?? 0) + 1;
    if (this.#rejections.length >= maxRejections) return;
    this.#rejections.push({ taskId, attemptIndex, reason: code, message, fault });
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
    return { ...this.#counters, unsupported: this.#unsupported, rejections: this.#rejections };
  }
}
