import type { JsonObject, Model } from "@rollouts/core";

/** What a model beside the primary one adds to the agent's identity. */
export function identifyModel(model: Model): JsonObject {
  const { policy, prompt = null } = model.identity();
  return { policy, prompt };
}
