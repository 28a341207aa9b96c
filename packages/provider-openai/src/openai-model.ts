import {
  type JsonObject,
  type Model,
  type ModelRequest,
  type ModelResponse,
  untilAborted,
  withoutUndefined,
} from "@rollouts/core";
import type { Call } from "./call.ts";
import { readChatReply } from "./chat/chat-reply.ts";
import { toChatRequest } from "./chat/chat-request.ts";
import { readChoices } from "./chat/read-choices.ts";
import { warnOfCutPrompt } from "./cut-prompt.ts";
import { failedReply } from "./failures/failed-reply.ts";
import type { Failure } from "./failures/failure.ts";
import { readFailedAnswer, readThrownFailure } from "./failures/http-failure.ts";
import { timeoutError, unansweredError, unsupportedError } from "./failures/provider-failure.ts";
import { describeModel } from "./identity.ts";
import type { ModelDefinition } from "./model-definition.ts";
import type { ApiResponse, OpenAIClient } from "./openai-client.ts";
import { readResponsesReply } from "./responses/responses-reply.ts";
import { toResponsesRequest } from "./responses/responses-request.ts";
import { createSchemaWriter, StrictSchemaFault } from "./schemas/schema-writer.ts";
import { callApi } from "./wire/call-api.ts";
import type { Connection } from "./wire/connection.ts";
import { readRateLimits } from "./wire/rate-limits.ts";
import { readAnswer } from "./wire/read-answer.ts";
import { type Watch, watchOver } from "./wire/watch.ts";

const apis = {
  responses: { toRequest: toResponsesRequest, readReply: readResponsesReply },
  chat: { toRequest: toChatRequest, readReply: readChatReply },
};

/** A model that is called through one of OpenAI's APIs. */
export function createModel(definition: ModelDefinition, connection: Connection): Model {
  const { modelId, profile, settings } = definition;
  const baseURL = connection.baseURL;
  return Object.freeze({
    specVersion: "v1",
    provider: profile.provider,
    modelId,
    account: connection.account,
    identity: () => describeModel(definition, baseURL),
    async generate(request: ModelRequest) {
      const [response] = await sample(request, 1);
      return response;
    },
    ...(settings.sampleMany && { sampleMany: sample }),
  });

  async function sample(request: ModelRequest, sampleCount: number) {
    request.signal.throwIfAborted();
    const client = await untilAborted(connection.client(), request.signal);
    const call = describeCall(request, definition, { connection, client });
    const toError = (passed: "firstByteTimeoutMs" | "idleTimeoutMs") =>
      timeoutError(passed, settings, call);
    return watchOver(request.signal, { deadlines: settings, toError }, (watch) =>
      ask(request, { definition, client, call, watch, sampleCount }),
    );
  }
}

function describeCall(
  { messages }: ModelRequest,
  { modelId, profile, settings }: ModelDefinition,
  { connection, client }: { connection: Connection; client: OpenAIClient },
): Call {
  return {
    modelId,
    baseURL: connection.baseURL,
    profile,
    // Read late: a client may fetch its key with the first call.
    get secrets() {
      return [client.apiKey ?? "", ...connection.querySecrets];
    },
    replyCount: messages.filter(({ role }) => role === "assistant").length,
    maxOutputTokens: settings.maxOutputTokens,
    allowEmptyReply: settings.allowEmptyReply,
  };
}

interface Exchange {
  readonly definition: ModelDefinition;
  readonly client: OpenAIClient;
  readonly call: Call;
  readonly watch: Watch;
}

/** Makes one call. It gives one response for each sample that the server answered with. */
async function ask(
  request: ModelRequest,
  { sampleCount, ...exchange }: Exchange & { readonly sampleCount: number },
): Promise<readonly [ModelResponse, ...ModelResponse[]]> {
  const { definition, call, watch } = exchange;
  const { api, profile } = definition;
  const { body, warnings } = writeRequest(request, exchange, sampleCount);
  const { answer, failure } = await send(body, exchange);
  if (failure !== undefined) return [failedReply(failure, call)];
  const onProgress: NonNullable<ModelRequest["onProgress"]> = (progress) =>
    request.onProgress?.(progress);
  const read = await readAnswer(answer, { api, call, watch, onProgress });
  const [reply, ...others] =
    sampleCount > 1 ? readChoices(read, call) : [apis[api].readReply(read, call)];
  const allWarnings = [
    ...warnings,
    ...(reply.warnings ?? []),
    ...(profile.cutsPrompts ? warnOfCutPrompt(request, reply.usage) : []),
  ];
  const response = withoutUndefined({
    ...reply,
    rateLimits: readRateLimits(answer.headers, profile),
    warnings: allWarnings.length === 0 ? undefined : allWarnings,
  });
  return [response, ...others];
}

type Sent =
  | { readonly answer: ApiResponse; readonly failure?: undefined }
  | { readonly answer?: undefined; readonly failure: Failure };

async function send(
  body: JsonObject,
  { definition, client, call, watch }: Exchange,
): Promise<Sent> {
  try {
    const answer = await callApi(client, { api: definition.api, body, signal: watch.signal });
    const isSuccess = answer.status >= 200 && answer.status < 300;
    return isSuccess ? { answer } : { failure: await readFailedAnswer(answer, { call, watch }) };
  } catch (thrown) {
    const failure = readThrownFailure(thrown, call);
    if (failure === undefined) throw unansweredError(thrown, call);
    return { failure };
  }
}

function writeRequest(
  request: ModelRequest,
  { definition, call }: Pick<Exchange, "definition" | "call">,
  sampleCount: number,
) {
  const { api, profile, settings } = definition;
  const asked = profile.hasToolChoice ? request : withoutToolChoice(request, call);
  const schemas = createSchemaWriter(settings.strict);
  try {
    const body = apis[api].toRequest(asked, definition, schemas, sampleCount);
    return { body, warnings: schemas.warnings };
  } catch (thrown) {
    if (thrown instanceof StrictSchemaFault) throw unsupportedError(thrown.message, call);
    throw thrown;
  }
}

/** A call that comes although none was wanted is the agent's to refuse; one that is missing is not. */
function withoutToolChoice(request: ModelRequest, call: Call): ModelRequest {
  const { tools = [], toolChoice = "auto" } = request;
  if (tools.length > 0 && toolChoice !== "auto" && toolChoice !== "none") {
    const choice = JSON.stringify(toolChoice);
    throw unsupportedError(
      `${call.profile.provider} ignores tool choices, so ${choice} cannot be had from it. Use "auto".`,
      call,
    );
  }
  return { ...request, toolChoice: undefined };
}
