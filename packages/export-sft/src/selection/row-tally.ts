import type { Fault, FaultCode } from "../conversation/fault.ts";
import type { RowFacts } from "../sft-report.ts";
import { type AttemptOutcome, noOutcomes } from "./attempt-outcome.ts";
import { type Rejection, Rejections } from "./rejections.ts";
import type { RowNotes } from "./row-notes.ts";

/** A row that was written. */
export interface WrittenRow {
  readonly notes: RowNotes;
  readonly isRedacted: boolean;
  readonly isMended: boolean;
  /** `null` unless tokens are counted. */
  readonly tokens: number | null;
}

/** Counts what becomes of attempts, and what was noticed about the rows that were written. */
export class RowTally {
  readonly #outcomes = noOutcomes();
  readonly #rejections = new Rejections<FaultCode, Rejection>();
  readonly #maxRowTokens: number | null;
  readonly #rows = {
    redacted: 0,
    withReplacedSurrogates: 0,
    withSecrets: 0,
    withSpecialTokenText: 0,
    withUnpairedThinkTag: 0,
    withoutReasoning: 0,
  };
  readonly #tokens = { total: 0, max: 0, overLimit: 0 };
  #hasTokens = false;

  constructor(maxRowTokens: number | null) {
    this.#maxRowTokens = maxRowTokens;
  }

  count(outcome: AttemptOutcome, attempts = 1): void {
    this.#outcomes[outcome] += attempts;
  }

  reject(taskId: string, attemptIndex: number, { code, message, fault }: Fault): void {
    this.count("skippedUnsupported");
    this.#rejections.add({ taskId, attemptIndex, reason: code, message, fault });
  }

  countWritten({ notes, isRedacted, isMended, tokens }: WrittenRow): void {
    this.count("written");
    if (isRedacted) this.#rows.redacted += 1;
    if (isMended) this.#rows.withReplacedSurrogates += 1;
    if (notes.secrets.length > 0) this.#rows.withSecrets += 1;
    if (notes.hasSpecialTokenText) this.#rows.withSpecialTokenText += 1;
    if (notes.hasUnpairedThinkTag) this.#rows.withUnpairedThinkTag += 1;
    if (notes.lacksReasoning) this.#rows.withoutReasoning += 1;
    if (tokens !== null) this.#countTokens(tokens);
  }

  #countTokens(tokens: number): void {
    this.#hasTokens = true;
    this.#tokens.total += tokens;
    this.#tokens.max = Math.max(this.#tokens.max, tokens);
    if (this.#maxRowTokens !== null && tokens > this.#maxRowTokens) this.#tokens.overLimit += 1;
  }

  facts(): RowFacts {
    const { total, max, overLimit } = this.#tokens;
    const limited = this.#maxRowTokens === null ? null : overLimit;
    const tokens = { encoding: "o200k_base", total, max, overLimit: limited } as const;
    return {
      ...this.#outcomes,
      considered: Object.values(this.#outcomes).reduce((sum, count) => sum + count, 0),
      ...this.#rejections.facts(),
      ...this.#rows,
      tokens: this.#hasTokens ? tokens : null,
    };
  }
}
