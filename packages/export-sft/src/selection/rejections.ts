import type { FaultCode } from "../conversation/fault.ts";

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

/** What a report says of what the profile cannot hold. */
export interface RejectionFacts<Reason extends string, One> {
  /** How many by reason; reasons that did not occur are absent. */
  readonly unsupported: Readonly<Partial<Record<Reason, number>>>;
  /** The first 100. */
  readonly rejections: readonly One[];
}

const maxRejections = 100;

/** Counts what the profile cannot hold, and keeps the first of them. */
export class Rejections<Reason extends string, One extends { readonly reason: Reason }> {
  readonly #counts = new Map<Reason, number>();
  readonly #first: One[] = [];

  add(one: One): void {
    this.#counts.set(one.reason, (this.#counts.get(one.reason) ?? 0) + 1);
    if (this.#first.length < maxRejections) this.#first.push(one);
  }

  facts(): RejectionFacts<Reason, One> {
    const unsupported = Object.fromEntries(this.#counts) as Partial<Record<Reason, number>>;
    return { unsupported, rejections: this.#first };
  }
}
