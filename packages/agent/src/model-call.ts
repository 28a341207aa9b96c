import {
  type Model,
  type ModelRequest,
  type ModelResponse,
  onAbort,
  type TextDeltaEvent,
  untilAborted,
} from "@rollouts/core";
import { checkResponse } from "./check-response.ts";

/**
 * Makes one model call, passing the text on while it arrives. The call is aborted when whoever reads
 * stops reading.
 */
export async function* callModel(
  model: Model,
  request: ModelRequest,
): AsyncGenerator<TextDeltaEvent, ModelResponse, undefined> {
  const arrived: string[] = [];
  let isSettled = false;
  let wake = (): void => undefined;

  // A child per call, whose listener goes when the call is over: a run may make many.
  const controller = new AbortController();
  const stopForwarding = onAbort(request.signal, () => controller.abort(request.signal.reason));

  const nextArrival = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const generating = generateChecked(model, {
    ...request,
    signal: controller.signal,
    onProgress(progress) {
      if (progress.type !== "text-delta") return;
      arrived.push(progress.text);
      wake();
    },
  });
  const call = untilAborted(generating, request.signal).finally(() => {
    isSettled = true;
    wake();
  });
  // It is awaited below, but may fail while the reader still holds a piece of text.
  call.catch(() => undefined);

  try {
    while (true) {
      const text = arrived.shift();
      if (text !== undefined) yield { type: "text-delta", text };
      else if (isSettled) return await call;
      else await nextArrival();
    }
  } finally {
    stopForwarding();
    if (!isSettled) controller.abort();
  }
}

/** Makes a model call, and refuses what is no response. */
export async function generateChecked(model: Model, request: ModelRequest): Promise<ModelResponse> {
  const response: unknown = await model.generate(request);
  checkResponse(response, model);
  return response;
}
