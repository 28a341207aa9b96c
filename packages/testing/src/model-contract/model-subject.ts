import type {
  Message,
  Model,
  ModelRequest,
  ModelResponse,
  ProviderErrorClass,
} from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import { describeRejection } from "../contract/describe-rejection.ts";

/** A model that fails, and how. */
export interface FailingModel {
  readonly model: Model;
  readonly errorClass: ProviderErrorClass;
}

/** What the cases examine. */
export interface Subject {
  makeModel(): Promise<Model>;
  readonly messages: readonly Message[];
  readonly waiting: Model | undefined;
  readonly failing: readonly FailingModel[];
}

/** A request as an agent makes it, with a signal of its own. */
export function requestOf(
  messages: readonly Message[],
  others: Partial<ModelRequest> = {},
): ModelRequest {
  return { messages, signal: new AbortController().signal, ...others };
}

/** Makes a call that must succeed. */
export async function ask(model: Model, request: ModelRequest): Promise<ModelResponse> {
  try {
    return await model.generate(request);
  } catch (thrown) {
    throw modelBroken(`The call failed with ${describeRejection(thrown)}.`, thrown);
  }
}
