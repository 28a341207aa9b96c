import type { Model, ModelRequestAttempt } from "@rollouts/core";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import { wrapModel } from "../gate/wrap-model.ts";

/**
 * Makes the function that prepares models for the agent of one attempt: behind the gate, and saying
 * in every request which attempt asks. The calls of all its models are numbered together. A model
 * that it has prepared comes back as it is.
 */
export function attemptModels(
  attempt: Omit<ModelRequestAttempt, "turn">,
  gate: Pick<AttemptGate, "call">,
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
