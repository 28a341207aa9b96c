import type { ModelIdentity } from "@rollouts/core";
import type { ModelDefinition } from "./model-definition.ts";

/**
 * Raise it when equal settings begin to make other requests: results from before and after are not
 * of one policy.
 */
const adapter = "@rollouts/provider-openai/1";

/** What shapes the answers: the definition and the address that it is sent to. Deadlines do not, nor how many are asked for at once. */
export function describeModel(definition: ModelDefinition, baseURL: string): ModelIdentity {
  const { modelId, api, profile, settings } = definition;
  const { seed, ...given } = settings;
  const { sampleMany: _many, firstByteTimeoutMs: _first, idleTimeoutMs: _idle, ...others } = given;
  return {
    policy: {
      ...others,
      // The seeds of the attempts differ by design; that they do is the policy.
      seed: typeof seed === "number" ? `fixed:${seed}` : seed,
      adapter,
      provider: profile.provider,
      profile: profile.name,
      api,
      baseURL,
      model: modelId,
    },
  };
}
