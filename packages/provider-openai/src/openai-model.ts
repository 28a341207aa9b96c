import type { Model, ModelRequest, ModelResponse } from "@rollouts/core";
import { withAbort } from "./abort.ts";
import { type ApiText, callApi, parseAnswer } from "./call-api.ts";
import { readChatReply } from "./chat-reply.ts";
import { toChatRequest } from "./chat-request.ts";
import type { Connection } from "./connection.ts";
import { failedReply } from "./failed-reply.ts";
import { readHttpFailure } from "./failure.ts";
import { describeModel } from "./identity.ts";
import type { ModelDefinition } from "./model-definition.ts";
import type { OpenAIClient } from "./openai-client.ts";
import { type Call, unansweredError } from "./provider-failure.ts";
import { readResponsesReply } from "./responses-reply.ts";
import { toResponsesRequest } from "./responses-request.ts";
import { withoutUndefined } from "./without-undefined.ts";

const apis = {
  responses: { toRequest: toResponsesRequest, readReply: readResponsesReply },
  chat: { toRequest: toChatRequest, readReply: readChatReply },
};

/** A model that is called through one of OpenAI's APIs. */
export function createModel(definition: ModelDefinition, connection: Connection): Model {
  return Object.freeze({
    specVersion: "v1",
    provider: "openai",
    modelId: definition.modelId,
    // Models of one address share their rate limits.
    get account() {
      return connection.baseURL();
    },
    identity: () => describeModel(definition, connection.baseURL()),
    generate: (request: ModelRequest) =>
      withAbort(request.signal, async (signal) => {
        const client = await connection.client();
        return generate({ ...request, signal }, definition, client, connection.baseURL());
      }),
  });
}

async function generate(
  request: ModelRequest,
  definition: ModelDefinition,
  client: OpenAIClient,
  baseURL: string,
): Promise<ModelResponse> {
  const { api, modelId } = definition;
  const call: Call = {
    modelId,
    baseURL,
    // Read late: a client may fetch its key with the first call.
    get apiKey() {
      return client.apiKey ?? undefined;
    },
  };
  const body = apis[api].toRequest(request, definition);
  let answer: ApiText;
  try {
    answer = await callApi(client, { api, body, signal: request.signal });
  } catch (thrown) {
    const failure = readHttpFailure(thrown);
    if (failure === undefined) throw unansweredError(thrown, call);
    return failedReply(failure, {
      call,
      served: withoutUndefined({ requestId: failure.requestId }),
    });
  }
  return apis[api].readReply(parseAnswer(answer, call), call);
}
