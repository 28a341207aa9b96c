import { describeValue, type Model, type ModelRequestAttempt } from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import type { Pace } from "./pace.ts";
import type { Witness } from "./witness.ts";

export interface WatchedModelOptions {
  readonly witness: Witness;
  readonly attempt: Omit<ModelRequestAttempt, "turn">;
  readonly pace: Pace | undefined;
}

/** Shows every request and response of one attempt to its witness, and sets the pace. */
export function watchedModel(model: Model, { witness, attempt, pace }: WatchedModelOptions): Model {
  let turn = 0;
  return {
    specVersion: "v1",
    provider: model.provider,
    modelId: model.modelId,
    ...(model.account === undefined ? {} : { account: model.account }),
    identity: () => model.identity(),
    async generate(request) {
      if (!Array.isArray(request?.messages) || typeof request.signal?.aborted !== "boolean") {
        throw agentBroken(
          `A model call needs messages and a signal, got ${describeValue(request?.messages)} and ${describeValue(request?.signal)}. Pass context.signal on.`,
        );
      }
      witness.seeRequest(request);
      const asked = request.attempt ?? { ...attempt, turn };
      turn += 1;
      await pace?.();
      const response = await model.generate({ ...request, attempt: asked });
      witness.seeResponse(response);
      return response;
    },
  };
}
