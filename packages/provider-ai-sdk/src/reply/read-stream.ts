import { describeValue, isPlainObject, type ModelRequest, onAbort } from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import { protocolError } from "../failures/provider-failure.ts";
import type { Watch } from "../watch.ts";
import type { Answer } from "./answer.ts";
import { createStreamFold, readStreamHeaders } from "./stream-fold.ts";

interface Reading {
  readonly definition: ModelDefinition;
  readonly watch: Watch;
  readonly onProgress: NonNullable<ModelRequest["onProgress"]>;
  /** Looks at the model's warnings, which come before the reply, and may throw. */
  readonly onWarnings: (warnings: unknown) => void;
}

/**
 * Reads a reply from what `doStream` gave, up to its `finish` piece, whatever may come after it.
 * Undefined for a stream that ends without one. Throws what an `error` piece holds.
 *
 * @throws ProviderError for what is no stream of pieces.
 */
export async function readStream(result: unknown, reading: Reading): Promise<Answer | undefined> {
  const { definition, watch, onProgress, onWarnings } = reading;
  if (!isStreamResult(result)) {
    throw protocolError(`doStream gave ${describeValue(result)}, without a stream`, definition);
  }
  const headers = readStreamHeaders(result);
  const fold = createStreamFold();
  const reader = result.stream.getReader();
  // It may never settle, and what it says no longer matters.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const stopWatching = onAbort(watch.signal, cancel);
  try {
    while (!watch.signal.aborted) {
      const { done, value } = await reader.read();
      // Nothing may be told once the caller has stopped.
      if (done || watch.signal.aborted) break;
      if (!isPlainObject(value)) {
        throw protocolError(`a piece is ${describeValue(value)}`, definition);
      }
      if (value.type === "error") throw value.error;
      if (value.type === "stream-start") onWarnings(value.warnings);
      const { text, isProgress } = fold.take(value);
      if (isProgress) watch.progressed();
      onProgress(text === "" ? { type: "alive" } : { type: "text-delta", text });
      const answer = fold.answer(headers);
      if (answer !== undefined) return answer;
    }
    return undefined;
  } finally {
    stopWatching();
    cancel();
  }
}

function isStreamResult(
  result: unknown,
): result is Record<string, unknown> & { readonly stream: ReadableStream<unknown> } {
  if (!isPlainObject(result)) return false;
  const { stream } = result;
  return typeof stream === "object" && stream !== null && "getReader" in stream;
}
