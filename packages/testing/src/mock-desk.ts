import type { ChatCompletionRequest, FixtureResponse } from "@copilotkit/aimock";
import { describeThrown, frozenClone, type JsonObject, type Model } from "@rollouts/core";
import { readChatRequest, readOutputFormat } from "./chat-request.ts";
import { toMockReply } from "./mock-reply.ts";
import { mulberry32 } from "./mulberry32.ts";

/** One request that was answered. */
export interface MockRequest {
  /** `/v1/responses` or `/v1/chat/completions`. */
  readonly path: string;
  /** The parsed JSON body. */
  readonly body: JsonObject;
}

export interface MockDesk {
  readonly requests: readonly MockRequest[];
  /** `chat` is the request in the form of Chat Completions, whichever API it came in by. */
  answer(request: MockRequest, chat: ChatCompletionRequest): Promise<FixtureResponse>;
}

/** Numbers and records the requests of a mock server and lets the model answer them. */
export function createMockDesk(model: Model, seed: number, signal: AbortSignal): MockDesk {
  const requests: MockRequest[] = [];
  const nextSeed = mulberry32(seed);
  return {
    requests,
    async answer(request, chat) {
      const attemptIndex = requests.push(frozenClone(request)) - 1;
      const attempt = { taskId: "mock", attemptIndex, turn: 0, seed: nextSeed() };
      const output = readOutputFormat(request.body);
      try {
        return toMockReply(
          await model.generate({
            ...readChatRequest(chat),
            ...(output && { output }),
            signal,
            attempt,
          }),
        );
      } catch (error) {
        return { status: 500, error: { type: "server_error", message: describeThrown(error) } };
      }
    },
  };
}
