import { setImmediate as nextTurn } from "node:timers/promises";
import type { ModelProgress } from "@rollouts/core";
import type { Call } from "../call.ts";
import { createChatFold } from "../chat/chat-stream.ts";
import { describeBreak, interruptedError, protocolError } from "../failures/provider-failure.ts";
import type { ApiResponse, OpenAIApi } from "../openai-client.ts";
import { createResponsesFold } from "../responses/responses-stream.ts";
import type { Answer } from "./answer.ts";
import { AnswerFault } from "./answer-fault.ts";
import { readAnswerHead } from "./answer-head.ts";
import { readHeader } from "./headers-like.ts";
import { readPieces } from "./read-pieces.ts";
import { type Listeners, readStream } from "./read-stream.ts";
import type { Watch } from "./watch.ts";

const folds = { responses: createResponsesFold, chat: createChatFold };

/** What reading an answer needs beside the answer. */
export interface Reading {
  readonly api: OpenAIApi;
  readonly call: Call;
  readonly watch: Watch;
  onProgress(progress: ModelProgress): void;
}

/**
 * Reads an answer and puts it together when it is a stream. A server that does not stream is fine;
 * anything but events and JSON is not.
 *
 * @throws ProviderError of class `connection` when the answer broke off, of class `protocol` when it
 * cannot be read.
 */
export async function readAnswer(response: ApiResponse, reading: Reading): Promise<Answer> {
  const { call, watch, onProgress } = reading;
  const { status } = response;
  const head = readAnswerHead(response.headers, call.profile);
  const { progressed, sufficed } = watch;
  const listeners = { onProgress, progressed, sufficed };
  watch.progressed();
  let body: unknown;
  try {
    body = await readBody(response, reading, listeners);
  } catch (thrown) {
    watch.signal.throwIfAborted();
    if (!(thrown instanceof AnswerFault)) throw interruptedError(describeBreak(thrown), call, head);
    const { message, excerpt } = thrown;
    throw protocolError(message, call, { ...head, status, excerpt });
  }
  if (body === undefined) throw interruptedError("ended before it was whole", call, head);
  // A connection takes its next request a turn after its last answer; without this, the next call
  // would open another one.
  await nextTurn();
  return { ...head, body };
}

async function readBody(
  { status, headers, body }: ApiResponse,
  { api, watch }: Reading,
  listeners: Listeners,
): Promise<unknown> {
  const type = readHeader(headers, "content-type") ?? "no content type";
  const pieces = readPieces(body, watch.ended);
  if (/^text\/event-stream\b/i.test(type)) return readStream(pieces, folds[api](), listeners);
  const text = await readText(pieces, listeners);
  try {
    return JSON.parse(text);
  } catch {
    const what = `HTTP ${status} with ${type}, which is neither an event stream nor JSON`;
    throw new AnswerFault(what, text);
  }
}

/** Some gateways send blanks to keep the connection open, which are no progress. */
async function readText(pieces: AsyncIterable<string>, listeners: Listeners): Promise<string> {
  const texts: string[] = [];
  for await (const piece of pieces) {
    texts.push(piece);
    if (piece.trim() !== "") listeners.progressed();
    listeners.onProgress({ type: "alive" });
  }
  return texts.join("");
}
