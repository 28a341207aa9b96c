import type { ModelRequest, ModelResponse } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";
import type { Reservation } from "./budget.ts";
import { tokensOf } from "./cost.ts";
import { fillUsage } from "./count-tokens.ts";
import type { Amount } from "./estimates.ts";
import type { Lane } from "./lane.ts";
import type { Seat } from "./lane-limits.ts";
import type { ModelBooks } from "./ledger.ts";
import type { ProviderFailure } from "./provider-failure.ts";

export interface OpenCallOptions {
  readonly request: ModelRequest;
  readonly lane: Lane;
  readonly seat: Seat;
  readonly books: ModelBooks;
  /** Absent without a budget. */
  readonly reservation?: Reservation | undefined;
  /** It goes ahead of the other calls of its model. */
  readonly isFirst: boolean;
}

/** A call that may be made, or is being made. Ends once; what is said of it later does nothing. */
export class OpenCall {
  readonly #options: OpenCallOptions;
  #isOpen = true;

  constructor(options: OpenCallOptions) {
    this.#options = options;
  }

  /** Gives what it has taken from the budget; `undefined` where there is none. */
  answered(response: ModelResponse): Amount | undefined {
    if (!this.#close()) return undefined;
    const { request, lane, seat, books, reservation } = this.#options;
    // Models are plug-ins: what is no response at all is for the agent to name.
    const { usage: reported, rateLimits, served } = (response ?? {}) as Partial<ModelResponse>;
    const sampleCount = isAmount(served?.sampleCount) ? Math.max(1, served.sampleCount) : 1;
    const usage = fillUsage(reported ?? {}, request, response, sampleCount);
    const taken = { usage, reported: reported ?? {}, sampleCount };
    const amount = books.answered(taken, reservation);
    lane.leave(seat, { type: "answered", tokens: tokensOf(usage), rateLimits });
    this.#letOthersGo();
    return amount;
  }

  /** With the provider's error, if it was one. */
  failed(failure: ProviderFailure | null, error?: unknown): void {
    if (!this.#close()) return;
    const { lane, seat, books, reservation } = this.#options;
    books.failed(failure, reservation);
    const type = failure?.isThrottled ? "throttled" : "failed";
    lane.leave(seat, { type, pauseMs: failure?.retryAfterMs, error });
    this.#letOthersGo();
  }

  /** It was never made. */
  withdraw(): void {
    if (!this.#close()) return;
    const { lane, seat, reservation } = this.#options;
    reservation?.settle({ tokens: 0, costUsd: 0 });
    lane.leave(seat, { type: "failed" });
    this.#letOthersGo();
  }

  #letOthersGo(): void {
    const { isFirst, books } = this.#options;
    if (isFirst) books.firstCall.over();
  }

  #close(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    return wasOpen;
  }
}
