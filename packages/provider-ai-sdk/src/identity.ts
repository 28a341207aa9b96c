import type { ModelIdentity } from "@rollouts/core";
import type { ModelDefinition } from "./call.ts";

/**
 * Raise it when equal settings begin to make other requests: results from before and after are not
 * of one policy.
 */
const adapter = "@rollouts/provider-ai-sdk/1";

/** What shapes the answers. How a reply is transported and waited for does not. */
export function describeModel(definition: ModelDefinition): ModelIdentity {
  const { provider, modelId, version, settings } = definition;
  const {
    seed,
    account: _account,
    stream: _stream,
    firstByteTimeoutMs: _first,
    idleTimeoutMs: _idle,
    ...others
  } = settings;
  return {
    policy: {
      ...others,
      // The seeds of the attempts differ by design; that they do is the policy.
      seed: typeof seed === "number" ? `fixed:${seed}` : seed,
      adapter,
      api: `aisdk.${version}`,
      provider,
      model: modelId,
    },
  };
}
