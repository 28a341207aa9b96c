import { describeValue, type Model, type Usage } from "@rollouts/core";
import { type Budget, createBudget, type Reservation } from "./budget.ts";
import type { BudgetLimits } from "./budget-options.ts";
import { costOf, tokensOf } from "./cost.ts";
import { type Amount, createEstimates, type Estimate } from "./estimates.ts";
import type { FirstCall } from "./first-call.ts";
import type { ProviderFailure } from "./provider-failure.ts";

/** Keeps the books of a run: what calls are expected to take, and what they have taken. */
export interface Ledger {
  /** The account of one model. */
  open(model: Model): Account;
  /** Aborts when the budget is spent; absent without a budget. */
  readonly ended: AbortSignal | undefined;
}

export interface Account {
  guess: Estimate["guess"];
  /** The first call of the model, which goes alone where guesses are needed. */
  readonly firstCall: FirstCall;
  /** `Budget.reserve`; absent without a budget. */
  readonly reserve?: Budget["reserve"];
  /** Books a call that was answered. */
  answered(taken: TakenUsage, reservation: Reservation | undefined): void;
  /** Books a call that was not. */
  failed(failure: ProviderFailure | null, reservation: Reservation | undefined): void;
}

/** What an answered call has taken. */
export interface TakenUsage {
  /** With guesses in place of what is missing. */
  readonly usage: Usage;
  /** As the provider reported it. */
  readonly reported: Usage;
  /** How many samples it brought. @defaultValue 1 */
  readonly sampleCount?: number | undefined;
}

const nothing: Amount = { tokens: 0, costUsd: 0 };

export function createLedger(limits: BudgetLimits | null, warn: (message: string) => void): Ledger {
  const prices = limits?.prices ?? new Map();
  const estimateFor = createEstimates(prices);
  const budget = limits === null ? null : createBudget(limits);
  const isCostLimited = Number.isFinite(limits?.maxCostUsd);
  let hasWarned = false;

  function warnOfGuess(model: Model): void {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      `The model ${describeValue(model.modelId)} did not report the usage of a call, so the budget counts a guess by the length of prompt and answer.`,
    );
  }

  /** What an answered call has taken, by the books. */
  function measure(model: Model, { usage, reported }: TakenUsage, reserved: Amount): Amount {
    const price = prices.get(model.modelId);
    const costUsd = costOf(usage, price);
    if (isCostLimited && costUsd === undefined) {
      budget?.end(
        `The budget of the run cannot be kept: what a call of ${describeValue(model.modelId)} cost is unknown. Give budget.prices an entry for this model id.`,
      );
    } else if (
      tokensOf(reported) === undefined ||
      (isCostLimited && costOf(reported, price) === undefined)
    ) {
      warnOfGuess(model);
    }
    return {
      tokens: tokensOf(usage) ?? reserved.tokens,
      costUsd: costUsd ?? reserved.costUsd,
    };
  }

  return {
    ended: budget?.ended,
    open(model) {
      const estimate = estimateFor(model);
      return {
        guess: estimate.guess,
        firstCall: estimate.firstCall,
        ...(budget && { reserve: budget.reserve }),
        answered(taken, reservation) {
          estimate.learn(taken.usage, taken.sampleCount ?? 1);
          reservation?.settle(measure(model, taken, reservation.amount));
        },
        failed(failure, reservation) {
          // Work that the provider has begun may be billed, though nothing came of it.
          reservation?.settle(failure?.isRefused ? nothing : reservation.amount);
        },
      };
    },
  };
}
