import type { Model } from "@rollouts/core";

/** A model that answers with its own id. */
export function model(id: string): Model {
  return {
    specVersion: "v1",
    provider: "fixture",
    modelId: id,
    identity: () => ({ policy: { model: id } }),
    generate: async () => ({
      message: { role: "assistant", content: id },
      finishReason: "stop",
    }),
  };
}
