import {
  describeValue,
  type Model,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorClass,
} from "@rollouts/core";
import { refuseEmptyReply } from "./empty-reply.ts";
import { readProviderFailure } from "./provider-failure.ts";

const refusalClasses: ReadonlySet<string> = new Set<ProviderErrorClass>([
  "invalid-request",
  "unsupported-setting",
]);

/** One request for several answers. */
export interface SamplesRequest {
  readonly model: Model;
  readonly request: ModelRequest;
  /** How many answers are wanted. */
  readonly count: number;
  /** Told why, when it is no use to ask this model for several. */
  readonly onVain: (why: string) => void;
}

/**
 * Asks a model once for several answers: at least one comes, from an ordinary call when it refuses to give
 * more or gives none that is an answer.
 */
export async function askForSamples({
  model,
  request,
  count,
  onVain,
}: SamplesRequest): Promise<readonly [ModelResponse, ...ModelResponse[]]> {
  const name = `${model.provider} ${describeValue(model.modelId)}`;
  const samples = await sampleMany(model, request, count).catch((thrown: unknown) => {
    if (!isRefusal(thrown)) throw thrown;
    onVain(`${name} refuses to answer several times at once`);
    return [];
  });
  if (samples.length === 1) onVain(`${name} answers once when it is asked for ${count}`);
  const [first, ...others] = samples.filter((sample) => isAnswer(sample, model));
  return [first ?? (await model.generate(request)), ...others];
}

async function sampleMany(
  model: Model,
  request: ModelRequest,
  count: number,
): Promise<readonly ModelResponse[]> {
  const samples: unknown = await model.sampleMany?.(request, count);
  if (!Array.isArray(samples)) {
    const { provider, modelId } = model;
    const message = `The model ${modelId} gave no list of samples. Its sampleMany must give a list of responses.`;
    throw new ProviderError({ errorClass: "protocol", provider, message });
  }
  return samples.slice(0, count);
}

/** What a model gives that is no answer is asked for again. */
function isAnswer(sample: ModelResponse | null | undefined, model: Model): boolean {
  if (!sample?.message) return false;
  try {
    refuseEmptyReply(sample, model);
    return true;
  } catch {
    return false;
  }
}

/** Whether a provider says that it does not take such a request, and not that it cannot just now. */
function isRefusal(thrown: unknown): boolean {
  const failure = readProviderFailure(thrown);
  return failure !== null && refusalClasses.has(failure.errorClass);
}
