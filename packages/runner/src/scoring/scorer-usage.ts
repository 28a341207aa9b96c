import { addUsage, type Model, type RolloutsError, type Usage } from "@rollouts/core";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import { isBudgetSpent } from "../gate/budget-spent.ts";
import { wrapModel } from "../gate/wrap-model.ts";

/** What the models of one attempt's scorers consumed, and were refused. */
export interface ScorerUsage {
  /** Puts a model behind the gate, and books its usage here. A model that is so comes back as it is. */
  book(model: Model, gate: Pick<AttemptGate, "call">): Model;
  /** `undefined` when no call reported usage. */
  total(): Usage | undefined;
  /** What calls got that the budget refused, in order, whatever the scorers made of it. */
  readonly refusals: readonly RolloutsError[];
}

/** Opens the books for the scorers of one attempt. */
export function createScorerUsage(): ScorerUsage {
  let booked: Model[] | undefined;
  let total: Usage | undefined;
  const refusals: RolloutsError[] = [];
  const noteRefusal = (thrown: unknown): never => {
    if (isBudgetSpent(thrown)) refusals.push(thrown);
    throw thrown;
  };
  return {
    book(model, gate) {
      if (booked?.includes(model)) return model;
      const own = wrapModel(model, async (request) => {
        const response = await gate.call(model, "scorer", request).catch(noteRefusal);
        const { usage } = response;
        if (usage !== undefined) total = total === undefined ? usage : addUsage(total, usage);
        return response;
      });
      booked ??= [];
      booked.push(own);
      return own;
    },
    total: () => total,
    refusals,
  };
}
