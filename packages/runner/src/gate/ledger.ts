import { describeValue, type Model, type Usage } from "@rollouts/core";
import { type Budget, createBudget, type Reservation } from "./budget.ts";
import type { BudgetLimits, ModelPrice } from "./budget-options.ts";
import { costOf, tokensOf } from "./cost.ts";
import { type Amount, createEstimates, type Estimate } from "./estimates.ts";
import type { FirstCall } from "./first-call.ts";
import type { ProviderFailure } from "./provider-failure.ts";

/** Keeps the books of a run: what calls are expected to take, and what they have taken. */
export interface Ledger {
  /** The books of one model. */
  open(model: Model): ModelBooks;
  /** Books what an attempt says that it has used, as far as it is more than its calls have taken. */
  report(usage: Usage, taken: Amount): void;
  /** True once there was such an attempt. */
  hasReports(): boolean;
  /** Aborts when the budget is spent; absent without a budget. */
  readonly ended: AbortSignal | undefined;
}

/** What the calls of one model take. */
export interface ModelBooks {
  guess: Estimate["guess"];
  /** The first call of the model, which goes alone where guesses are needed. */
  readonly firstCall: FirstCall;
  /** `Budget.reserve`; absent without a budget. */
  readonly reserve?: Budget["reserve"];
  /** Of the model, where the budget has one. */
  readonly price: ModelPrice | undefined;
  /** Books a call that was answered. Gives what it has taken; `undefined` without a budget. */
  answered(taken: TakenUsage, reservation: Reservation | undefined): Amount | undefined;
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
  const prices: ReadonlyMap<string, ModelPrice> = limits?.prices ?? new Map();
  const [onlyPrice] = prices.size === 1 ? prices.values() : [];
  const estimateFor = createEstimates(prices);
  const budget = limits === null ? null : createBudget(limits);
  const isCostLimited = Number.isFinite(limits?.maxCostUsd);
  let hasWarned = false;
  let hasWarnedOfReport = false;
  let hasReports = false;

  function warnOfGuess(model: Model): void {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      `The model ${describeValue(model.modelId)} did not report the usage of a call, so the budget counts a guess by the length of prompt and answer.`,
    );
  }

  function warnOfReport(tokens: number): void {
    if (hasWarnedOfReport) return;
    hasWarnedOfReport = true;
    warn(
      `An attempt reports ${tokens} tokens of calls that passed no gate, and nothing tells what they cost, so maxCostUsd does not count such calls. Report usage.costUsd, or give budget.prices one entry.`,
    );
  }

  /** What an answered call has taken, by the books. */
  function measure(model: Model, { usage, reported }: TakenUsage, reserved: Amount): Amount {
    const price = prices.get(model.modelId);
    const costUsd = costOf(usage, price);
    if (isCostLimited && costUsd === undefined) {
      budget?.end(
        `The budget of the run cannot be kept: the provider does not tell what a call of ${describeValue(model.modelId)} cost, and the prices have no entry for this model id.`,
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
    hasReports: () => hasReports,
    report(usage, taken) {
      const costUsd = costOf(usage, onlyPrice);
      const more: Amount = {
        tokens: Math.max(0, (tokensOf(usage) ?? 0) - taken.tokens),
        costUsd: Math.max(0, (costUsd ?? 0) - taken.costUsd),
      };
      if (isCostLimited && costUsd === undefined && more.tokens > 0) warnOfReport(more.tokens);
      if (more.tokens === 0 && more.costUsd === 0) return;
      hasReports = true;
      budget?.spend(more);
    },
    open(model) {
      const estimate = estimateFor(model);
      return {
        guess: estimate.guess,
        firstCall: estimate.firstCall,
        price: prices.get(model.modelId),
        ...(budget && { reserve: budget.reserve }),
        answered(taken, reservation) {
          estimate.learn(taken.usage, taken.sampleCount ?? 1);
          if (reservation === undefined) return undefined;
          const amount = measure(model, taken, reservation.amount);
          reservation.settle(amount);
          return amount;
        },
        failed(failure, reservation) {
          // Work that the provider has begun may be billed, though nothing came of it.
          reservation?.settle(failure?.isRefused ? nothing : reservation.amount);
        },
      };
    },
  };
}
