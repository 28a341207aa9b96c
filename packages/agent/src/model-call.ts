import type { Model, ModelRequest, ModelResponse, TextDeltaEvent } from "@rollouts/core";
import { checkResponse } from "./check-response.ts";
import { untilAborted } from "./until-aborted.ts";

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
  const forwardAbort = (): void => controller.abort(request.signal.reason);
  request.signal.addEventListener("abort", forwardAbort, { once: true });

  const nextArrival = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const generate = async (): Promise<ModelResponse> => {
    const response = await model.generate({
      ...request,
      signal: controller.signal,
      onProgress(progress) {
        if (progress.type !== "text-delta") return;
        arrived.push(progress.text);
        wake();
      },
    });
    checkResponse(response, model);
    return response;
  };
  const call = untilAborted(generate(), request.signal).finally(() => {
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
    request.signal.removeEventListener("abort", forwardAbort);
    if (!isSettled) controller.abort();
  }
}
