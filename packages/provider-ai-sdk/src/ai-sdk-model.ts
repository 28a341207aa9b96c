import { isRolloutsError, type Model, type ModelRequest, type ModelResponse } from "@rollouts/core";
import type { Call, ModelDefinition } from "./call.ts";
import { failedReply } from "./failures/failed-reply.ts";
import { readFailure } from "./failures/failure.ts";
import {
  ignoredError,
  interruptedError,
  protocolError,
  requestError,
  timeoutError,
} from "./failures/provider-failure.ts";
import { describeModel } from "./identity.ts";
import type { AiSdkCallOptions, AiSdkLanguageModel } from "./language-model.ts";
import { toCallOptions } from "./prompt/call-options.ts";
import { ImageFault } from "./prompt/image-part.ts";
import { OrphanFault, toPrompt } from "./prompt/to-prompt.ts";
import { type Answer, toAnswer } from "./reply/answer.ts";
import { readReply } from "./reply/read-reply.ts";
import { readStream } from "./reply/read-stream.ts";
import { readWarnings } from "./reply/read-warnings.ts";
import { type Watch, watchOver } from "./watch.ts";

/** A model that is called through a language model of the AI SDK. */
export function createModel(definition: ModelDefinition, languageModel: AiSdkLanguageModel): Model {
  const { provider, modelId, settings } = definition;
  return Object.freeze({
    specVersion: "v1",
    provider,
    modelId,
    account: settings.account,
    identity: () => describeModel(definition),
    generate(request: ModelRequest) {
      const toError = (passed: "firstByteTimeoutMs" | "idleTimeoutMs") =>
        timeoutError(passed, definition);
      return watchOver(request.signal, { deadlines: settings, toError }, (watch) =>
        generate(request, { definition, languageModel, watch }),
      );
    },
  });
}

interface Exchange {
  readonly definition: ModelDefinition;
  readonly languageModel: AiSdkLanguageModel;
  readonly watch: Watch;
}

async function generate(request: ModelRequest, exchange: Exchange): Promise<ModelResponse> {
  const { definition } = exchange;
  let hasBegun = false;
  const onProgress: NonNullable<ModelRequest["onProgress"]> = (progress) => {
    hasBegun = true;
    request.onProgress?.(progress);
  };
  try {
    const { options, losses } = await writeRequest(request, exchange);
    const answer = await ask(options, exchange, onProgress);
    const reply = readReply(answer, describeCall(request, definition));
    const warnings = [...losses, ...(reply.warnings ?? [])];
    return warnings.length === 0 ? reply : { ...reply, warnings };
  } catch (thrown) {
    if (isRolloutsError(thrown)) throw thrown;
    return failedReply(readFailure(thrown), { definition, hasBegun });
  }
}

function describeCall({ messages, output }: ModelRequest, definition: ModelDefinition): Call {
  return {
    definition,
    replyCount: messages.filter(({ role }) => role === "assistant").length,
    hasOutput: output !== undefined,
  };
}

async function writeRequest(
  request: ModelRequest,
  { definition, languageModel, watch }: Exchange,
): Promise<{ options: AiSdkCallOptions; losses: readonly string[] }> {
  const supportedUrls = (await languageModel.supportedUrls) ?? {};
  try {
    const { prompt, losses } = toPrompt(request.messages, { definition, supportedUrls });
    const options = toCallOptions(request, definition, { prompt, signal: watch.signal });
    return { options, losses };
  } catch (thrown) {
    const isOfConversation = thrown instanceof ImageFault || thrown instanceof OrphanFault;
    throw isOfConversation ? requestError(thrown.message, definition) : thrown;
  }
}

async function ask(
  options: AiSdkCallOptions,
  { definition, languageModel, watch }: Exchange,
  onProgress: NonNullable<ModelRequest["onProgress"]>,
): Promise<Answer> {
  const asked = readAsked(options);
  const onWarnings = (warnings: unknown) => refuseIgnored(warnings, asked, definition);
  if (definition.settings.stream) {
    const stream = await languageModel.doStream(options);
    const answer = await readStream(stream, { definition, watch, onProgress, onWarnings });
    if (answer === undefined) throw interruptedError(definition);
    return answer;
  }
  const answer = toAnswer(await languageModel.doGenerate(options));
  if (answer === undefined) throw protocolError("doGenerate gave no object", definition);
  onWarnings(answer.warnings);
  return answer;
}

/** Names of the options that a model must not ignore. */
function readAsked(options: AiSdkCallOptions): ReadonlySet<string> {
  const { prompt: _prompt, abortSignal: _signal, providerOptions: _own, ...others } = options;
  return new Set(Object.keys(others));
}

/** Provider packages drop what their model does not know, with no more than a warning. */
function refuseIgnored(
  warnings: unknown,
  asked: ReadonlySet<string>,
  definition: ModelDefinition,
): void {
  const ignored = readWarnings(warnings).find((warning) => asked.has(warning.ignored ?? ""));
  if (ignored !== undefined) throw ignoredError(ignored.text, definition);
}
