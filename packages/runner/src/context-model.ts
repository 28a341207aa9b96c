import { addUsage, type Model, type ModelRequestAttempt, type Usage } from "@rollouts/core";

/** The model of one attempt: says in every request which attempt asks. */
export function attemptModel(model: Model, attempt: Omit<ModelRequestAttempt, "turn">): Model {
  let turn = 0;
  return wrapModel(model, (request) => {
    const asked = request.attempt ?? { ...attempt, turn };
    turn += 1;
    return model.generate({ ...request, attempt: asked });
  });
}

/** What the models of one attempt's scorers consumed. */
export interface ScorerUsage {
  /** Wraps a model so that its usage is booked here. */
  book(model: Model): Model;
  /** `undefined` when no call reported usage. */
  total(): Usage | undefined;
}

/** Opens the books for the scorers of one attempt. */
export function createScorerUsage(): ScorerUsage {
  let total: Usage | undefined;
  return {
    book: (model) =>
      wrapModel(model, async (request) => {
        const response = await model.generate(request);
        const { usage } = response;
        if (usage !== undefined) total = total === undefined ? usage : addUsage(total, usage);
        return response;
      }),
    total: () => total,
  };
}

/** Not a spread, which would lose the methods and getters of a class instance. */
function wrapModel(model: Model, generate: Model["generate"]): Model {
  return {
    specVersion: "v1",
    provider: model.provider,
    modelId: model.modelId,
    ...(model.account === undefined ? {} : { account: model.account }),
    identity: () => model.identity(),
    generate,
  };
}
