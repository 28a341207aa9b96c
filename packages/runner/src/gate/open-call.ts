import type { ModelRequest, ModelResponse } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";
import type { Reservation } from "./budget.ts";
import { tokensOf } from "./cost.ts";
import { fillUsage } from "./count-tokens.ts";
import type { Lane } from "./lane.ts";
import type { Seat } from "./lane-limits.ts";
import type { Account } from "./ledger.ts";
import type { ProviderFailure } from "./provider-failure.ts";

export interface OpenCallOptions {
  readonly request: ModelRequest;
  readonly lane: Lane;
  readonly seat: Seat;
  readonly account: Account;
  /** Absent without a budget. */
  readonly reservation?: Reservation | undefined;
  /** It goes ahead of the other calls of its model. */
  readonly isFirst: boolean;
}

/** A call that may be made, or is being made. Ends once; what is said of it later does nothing. */
export class OpenCall {
  private readonly options: OpenCallOptions;
  private isOpen = true;

  constructor(options: OpenCallOptions) {
    this.options = options;
  }

  answered(response: ModelResponse): void {
    if (!this.close()) return;
    const { request, lane, seat, account, reservation } = this.options;
    // Models are plug-ins: what is no response at all is for the agent to name.
    const { usage: reported, rateLimits, served } = (response ?? {}) as Partial<ModelResponse>;
    const sampleCount = isAmount(served?.sampleCount) ? Math.max(1, served.sampleCount) : 1;
    const usage = fillUsage(reported ?? {}, request, response, sampleCount);
    account.answered({ usage, reported: reported ?? {}, sampleCount }, reservation);
    lane.leave(seat, { type: "answered", tokens: tokensOf(usage), rateLimits });
    this.letOthersGo();
  }

  /** With the provider's error, if it was one. */
  failed(failure: ProviderFailure | null, error?: unknown): void {
    if (!this.close()) return;
    const { lane, seat, account, reservation } = this.options;
    account.failed(failure, reservation);
    const type = failure?.isThrottled ? "throttled" : "failed";
    lane.leave(seat, { type, pauseMs: failure?.retryAfterMs, error });
    this.letOthersGo();
  }

  /** It was never made. */
  withdraw(): void {
    if (!this.close()) return;
    const { lane, seat, reservation } = this.options;
    reservation?.settle({ tokens: 0, costUsd: 0 });
    lane.leave(seat, { type: "failed" });
    this.letOthersGo();
  }

  private letOthersGo(): void {
    const { isFirst, account } = this.options;
    if (isFirst) account.firstCall.over();
  }

  private close(): boolean {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    return wasOpen;
  }
}
