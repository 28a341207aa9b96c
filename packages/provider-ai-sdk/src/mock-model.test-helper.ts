import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV2 } from "ai-5/test";
import { MockLanguageModelV4 } from "ai-7/test";
import type { AiSdkCallOptions, AiSdkLanguageModel } from "./language-model.ts";

export type Version = "v2" | "v3" | "v4";

type Part = Readonly<Record<string, unknown>>;

export interface MockAnswer {
  /** Content of the reply; it is streamed in small pieces. */
  readonly parts?: readonly Part[];
  /** `stop` by default. */
  readonly reason?: string;
  readonly raw?: string | undefined;
  /** In the form of the version. */
  readonly usage?: unknown;
  readonly warnings?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly response?: Readonly<Record<string, unknown>>;
  /** More members of what `doGenerate` gives. */
  readonly others?: Part;
  /** Pieces of a stream in place of those of `parts`. */
  readonly pieces?: readonly Part[];
  readonly doGenerate?: (options: AiSdkCallOptions) => Promise<unknown>;
  readonly doStream?: (options: AiSdkCallOptions) => Promise<unknown>;
  readonly supportedUrls?: Readonly<Record<string, RegExp[]>>;
  /** `m` by default. */
  readonly modelId?: string;
}

/** A mock model of the AI SDK itself, and what it was called with. */
export type MockModel = AiSdkLanguageModel & {
  readonly doGenerateCalls: readonly AiSdkCallOptions[];
  readonly doStreamCalls: readonly AiSdkCallOptions[];
};

const classes = { v2: MockLanguageModelV2, v3: MockLanguageModelV3, v4: MockLanguageModelV4 };

/** The mock model that the AI SDK of a version offers for tests. */
export function mockModel(version: Version, answer: MockAnswer = {}): MockModel {
  const { doGenerate, doStream, headers, supportedUrls, modelId = "m" } = answer;
  const options = {
    provider: "mock",
    modelId,
    supportedUrls,
    doGenerate: doGenerate ?? (async () => toResult(version, answer)),
    doStream:
      doStream ?? (async () => ({ stream: toStream(version, answer), response: { headers } })),
  };
  // The answers are of any shape on purpose, broken ones included.
  const Mock = classes[version] as unknown as new (given: object) => MockModel;
  return new Mock(options);
}

export function toFinish(version: Version, { reason = "stop", raw, usage }: MockAnswer): Part {
  const finishReason = version === "v2" ? reason : { unified: reason, raw };
  return { finishReason, usage: usage ?? usages[version] };
}

const usages = {
  v2: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
  v3: nested(),
  v4: nested(),
};

function nested() {
  const inputTokens = { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  return { inputTokens, outputTokens: { total: 5, text: undefined, reasoning: undefined } };
}

function toResult(version: Version, answer: MockAnswer) {
  const { parts = [], warnings = [], response, headers, others } = answer;
  const finish = toFinish(version, answer);
  return { content: parts, ...finish, warnings, response: { ...response, headers }, ...others };
}

function toStream(version: Version, answer: MockAnswer): ReadableStream<unknown> {
  const { parts = [], warnings = [], response = {} } = answer;
  const pieces = answer.pieces ?? [
    { type: "stream-start", warnings },
    { type: "response-metadata", ...response },
    ...parts.flatMap((part, index) => toPieces(part, String(index))),
    { type: "finish", ...toFinish(version, answer) },
  ];
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** A text in two pieces, its metadata with the last, as some providers do. */
function toPieces(part: Part, id: string): readonly Part[] {
  const { type, text, providerMetadata } = part;
  if (type !== "text" && type !== "reasoning") return [part];
  const half = Math.ceil(String(text).length / 2);
  return [
    { type: `${type}-start`, id },
    { type: `${type}-delta`, id, delta: String(text).slice(0, half) },
    { type: `${type}-delta`, id, delta: String(text).slice(half) },
    { type: `${type}-end`, id, ...(providerMetadata === undefined ? {} : { providerMetadata }) },
  ];
}
