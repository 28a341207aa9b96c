import type { Model } from "@rollouts/core";

/** A model with another `generate`. No spread, which would lose the members of a class instance. */
export function wrapModel(model: Model, generate: Model["generate"]): Model {
  return {
    specVersion: "v1",
    provider: model.provider,
    modelId: model.modelId,
    ...(model.account === undefined ? {} : { account: model.account }),
    identity: () => model.identity(),
    generate,
  };
}
