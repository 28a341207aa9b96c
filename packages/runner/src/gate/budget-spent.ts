import { isRolloutsError, RolloutsError } from "@rollouts/core";
import { causeChain } from "../failures/cause-chain.ts";

const code = "budget_spent";

/** What a model call gets in place of an answer when the budget of the run is spent. */
export function budgetSpent(message: string): RolloutsError {
  return new RolloutsError({ code, message });
}

/** True for what a call gets when the budget is spent. */
export function isBudgetSpent(reason: unknown): reason is RolloutsError {
  return isRolloutsError(reason) && reason.code === code;
}

/** The refusal that an error is, or is the wrapping of; `undefined` when there is none in it. */
export function budgetRefusalIn(thrown: unknown): RolloutsError | undefined {
  for (const error of causeChain(thrown)) if (isBudgetSpent(error)) return error;
  return undefined;
}
