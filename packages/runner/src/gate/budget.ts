import { formatNumber } from "@rollouts/core";
import type { BudgetLimits } from "./budget-options.ts";
import { budgetSpent } from "./budget-spent.ts";
import type { Amount } from "./estimates.ts";
import { firstAborted, onAnyAbort, throwIfAnyAborted } from "./on-any-abort.ts";

/** What a run may still consume. */
export interface Budget {
  /**
   * Sets aside what a call is expected to take: at once, or later when only calls in flight keep it
   * from fitting. Throws, or rejects with, the reason of `ended` when it cannot fit any more, and the
   * reason of a signal that aborts.
   */
  reserve(guess: () => Amount, signals: readonly AbortSignal[]): Reservation | Promise<Reservation>;
  /** Books what was taken without being set aside before. */
  spend(taken: Amount): void;
  /** Ends it before it is used up. */
  end(why: string): void;
  /** Aborts when no further call may start, with a `RolloutsError` that says why. */
  readonly ended: AbortSignal;
}

/** An amount that was set aside for one call. */
export interface Reservation {
  readonly amount: Amount;
  /** Books what the call has really taken. */
  settle(taken: Amount): void;
}

interface Waiting {
  readonly guess: () => Amount;
  readonly admit: (amount: Amount) => void;
}

const nothing: Amount = { tokens: 0, costUsd: 0 };

/** Absorbs the rounding of sums of fractions: a share of the limit. */
const tolerance = 1e-9;

/** Keeps a budget. Calls that must wait get their turn in order. */
export function createBudget(limits: BudgetLimits): Budget {
  const controller = new AbortController();
  const ended = controller.signal;
  let spent = nothing;
  let reserved = nothing;
  let inFlightCount = 0;
  const queue = new Set<Waiting>();

  function fits(amount: Amount): boolean {
    return isWithin(limits, add(add(spent, reserved), amount));
  }

  function end(why: string): void {
    controller.abort(budgetSpent(why));
  }

  function spend(taken: Amount): void {
    spent = add(spent, taken);
    if (isUsedUp(limits, spent)) end(describeSpent(limits, spent));
  }

  function take(amount: Amount): Reservation {
    reserved = add(reserved, amount);
    inFlightCount += 1;
    return {
      amount,
      settle(taken) {
        inFlightCount -= 1;
        // From nothing again, since sums of fractions leave a remainder that would add up.
        reserved = inFlightCount === 0 ? nothing : subtract(reserved, amount);
        spend(taken);
        if (!ended.aborted) admitWaiting();
      },
    };
  }

  function admitWaiting(): void {
    for (const waiting of queue) {
      const amount = waiting.guess();
      if (fits(amount)) waiting.admit(amount);
      else if (inFlightCount > 0 || ended.aborted) return;
      else end(describeSpent(limits, spent, amount));
    }
  }

  function wait(guess: () => Amount, signals: readonly AbortSignal[]): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      throwIfAnyAborted(signals);
      const leaveQueue = () => {
        queue.delete(waiting);
        stopListening();
      };
      const waiting: Waiting = {
        guess,
        admit(amount) {
          leaveQueue();
          const aborted = firstAborted(signals);
          if (aborted === undefined) resolve(take(amount));
          else reject(aborted.reason);
        },
      };
      const all = [...signals, ended];
      const stopListening = onAnyAbort(all, () => {
        leaveQueue();
        reject(firstAborted(all)?.reason);
        if (!ended.aborted) admitWaiting();
      });
      queue.add(waiting);
    });
  }

  return {
    reserve(guess, signals) {
      ended.throwIfAborted();
      const amount = guess();
      if (queue.size === 0 && fits(amount)) return take(amount);
      if (inFlightCount > 0) return wait(guess, signals);
      end(describeSpent(limits, spent, amount));
      throw ended.reason;
    },
    spend,
    end,
    ended,
  };
}

function add(first: Amount, second: Amount): Amount {
  return { tokens: first.tokens + second.tokens, costUsd: first.costUsd + second.costUsd };
}

function subtract(first: Amount, second: Amount): Amount {
  return { tokens: first.tokens - second.tokens, costUsd: first.costUsd - second.costUsd };
}

function isWithin({ maxTokens, maxCostUsd }: BudgetLimits, { tokens, costUsd }: Amount): boolean {
  return tokens <= maxTokens && costUsd <= maxCostUsd * (1 + tolerance);
}

function isUsedUp({ maxTokens, maxCostUsd }: BudgetLimits, { tokens, costUsd }: Amount): boolean {
  return tokens >= maxTokens || costUsd >= maxCostUsd * (1 - tolerance);
}

/** Names only what is limited. */
function describeSpent(limits: BudgetLimits, spent: Amount, next?: Amount): string {
  const { maxTokens, maxCostUsd } = limits;
  const tokens = Number.isFinite(maxTokens);
  const dollars = Number.isFinite(maxCostUsd);
  const used = [
    ...(tokens ? [`${spent.tokens} of ${maxTokens} tokens`] : []),
    ...(dollars ? [`$${formatNumber(spent.costUsd, 4)} of $${maxCostUsd}`] : []),
  ];
  const message = `The budget of the run is spent: ${used.join(" and ")} used`;
  if (next === undefined) return `${message}.`;
  const wanted = [
    ...(tokens ? [`${next.tokens} tokens`] : []),
    ...(dollars ? [`$${formatNumber(next.costUsd, 4)}`] : []),
  ];
  return `${message}, and the next call was expected to take ${wanted.join(" and ")}.`;
}
