import type { AttemptContext, Model } from "@rollouts/core";

/** The model under the limits of the run, where there is a run. `context.model` is so already. */
export function behindGate(model: Model, context: AttemptContext): Model {
  return context.gate?.(model) ?? model;
}
