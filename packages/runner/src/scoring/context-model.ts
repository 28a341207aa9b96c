import {
  addUsage,
  type Model,
  type ModelRequestAttempt,
  type RolloutsError,
  type Usage,
} from "@rollouts/core";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import { isBudgetSpent } from "../gate/budget-spent.ts";
import { wrapModel } from "../gate/wrap-model.ts";

/** What the calls of an attempt pass through. */
type Gate = Pick<AttemptGate, "call">;

/**
 * Makes the function that prepares models for the agent of one attempt: behind the gate, and saying
 * in every request which attempt asks. The calls of all its models are numbered together. A model
 * that it has prepared comes back as it is.
 */
export function attemptModels(
  attempt: Omit<ModelRequestAttempt, "turn">,
  gate: Gate,
): (model: Model) => Model {
  let prepared: Model[] | undefined;
  let turn = 0;
  return (model) => {
    if (prepared?.includes(model)) return model;
    const own = wrapModel(model, (request) => {
      const asked = request.attempt ?? { ...attempt, turn };
      turn += 1;
      return gate.call(model, "agent", { ...request, attempt: asked });
    });
    prepared ??= [];
    prepared.push(own);
    return own;
  };
}

/** What the models of one attempt's scorers consumed, and were refused. */
export interface ScorerUsage {
  /** Puts a model behind the gate, and books its usage here. A model that is so comes back as it is. */
  book(model: Model, gate: Gate): Model;
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
