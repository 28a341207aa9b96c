import {
  checkModel,
  invalidArgument,
  isRolloutsError,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type ProviderError,
} from "@rollouts/core";
import { identifyModel } from "../identify-model.ts";
import { generateChecked } from "../model-call.ts";
import type { Feature } from "./feature.ts";

/** A frozen copy of the models that stand in. Refuses what are no models. */
export function planFallbackModels(models: unknown): readonly Model[] {
  if (models === undefined) return [];
  if (!Array.isArray(models)) throw invalidArgument("fallbackModels", "a list of models", models);
  for (const [index, model] of models.entries()) checkModel(model, `fallbackModels[${index}]`);
  return Object.freeze([...models]);
}

/** What the models that stand in add to the identity. */
export function fallbackFeature(models: readonly Model[]): Feature | undefined {
  if (models.length === 0) return undefined;
  return { option: "fallbackModels", identity: () => models.map(identifyModel) };
}

/** The primary model, with others that are asked in order when a call to it fails. */
export function withFallbacks(primary: Model, fallbacks: readonly Model[]): Model {
  if (fallbacks.length === 0) return primary;
  return {
    specVersion: "v1",
    provider: primary.provider,
    modelId: primary.modelId,
    identity: () => primary.identity(),
    generate: (request) => askInTurn(primary, fallbacks, request),
  };
}

async function askInTurn(
  model: Model,
  [next, ...others]: readonly Model[],
  request: ModelRequest,
): Promise<ModelResponse> {
  let hasWritten = false;
  try {
    return await generateChecked(model, {
      ...request,
      onProgress(progress) {
        if (progress.type === "text-delta") hasWritten = true;
        request.onProgress?.(progress);
      },
    });
  } catch (error) {
    request.signal.throwIfAborted();
    if (next === undefined || !mayGoElsewhere(error)) throw error;
    return askInTurn(next, others, hasWritten ? withoutText(request) : request);
  }
}

/** A text that another model has begun must not be continued. */
function withoutText(request: ModelRequest): ModelRequest {
  return { ...request, onProgress: () => request.onProgress?.({ type: "alive" }) };
}

/** True for what may be due to this one model, as against the request or the settings. */
function mayGoElsewhere(error: unknown): boolean {
  // By its code, since another copy of core may have made it.
  if (!isRolloutsError(error) || error.code !== "provider_failed") return false;
  const { retryable, errorClass } = error as Partial<ProviderError>;
  return retryable === true || errorClass === "quota-exhausted" || errorClass === "model-not-found";
}
