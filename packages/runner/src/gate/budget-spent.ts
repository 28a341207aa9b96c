import { RolloutsError } from "@rollouts/core";

const code = "budget_spent";

/** What a model call gets in place of an answer when the budget of the run is spent. */
export function budgetSpent(message: string): RolloutsError {
  return new RolloutsError({ code, message });
}

/** True for what a call gets when the budget is spent. */
export function isBudgetSpent(reason: unknown): reason is RolloutsError {
  return reason instanceof RolloutsError && reason.code === code;
}
