import type { Candidate } from "../attempts/candidate.ts";
import type { NoPair } from "./no-pair-reason.ts";
import { type Mismatch, mismatchCodes, type PairRules, pairCandidates } from "./pair-candidates.ts";
import type { PairMethod } from "./pair-method.ts";
import type { PreferencePair } from "./preference-pair.ts";

export interface FormRules extends PairRules {
  readonly method: PairMethod;
  readonly maxPairsPerTask: number;
}

/** Two attempts and what is written of them. */
export interface FormedPair {
  readonly chosen: Candidate;
  readonly rejected: Candidate;
  readonly pair: PreferencePair;
}

/** Collects pairs up to the limits of a method, and what came nearest to being one. */
export class PairSearch {
  readonly pairs: FormedPair[] = [];
  nearest: Omit<NoPair, "taskId"> | null = null;
  readonly #rules: FormRules;
  readonly #used = new Set<Candidate>();
  readonly #limit: number;
  #nearestRank = -1;

  constructor(rules: FormRules) {
    this.#rules = rules;
    const isOnePair = rules.method === "best-worst" || rules.method === "best-near-mu-2sigma";
    this.#limit = isOnePair ? 1 : rules.maxPairsPerTask;
  }

  pair(chosen: Candidate, failed: readonly Candidate[]): void {
    for (const rejected of failed) {
      if (this.pairs.length >= this.#limit) return;
      if (this.#used.has(rejected)) continue;
      const { pair, mismatch } = pairCandidates(chosen, rejected, this.#rules);
      if (pair === null) {
        this.#note(chosen, rejected, mismatch);
        continue;
      }
      this.pairs.push({ chosen, rejected, pair });
      if (this.#rules.method === "all") continue;
      this.#used.add(rejected);
      return;
    }
  }

  #note(chosen: Candidate, rejected: Candidate, { code, message, fault }: Mismatch): void {
    const rank = mismatchCodes.indexOf(code);
    if (rank <= this.#nearestRank) return;
    this.#nearestRank = rank;
    const { attemptIndex } = chosen;
    const { attemptIndex: rejectedAttemptIndex } = rejected;
    this.nearest = { reason: code, attemptIndex, rejectedAttemptIndex, message, fault };
  }
}
