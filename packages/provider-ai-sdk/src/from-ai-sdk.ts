import {
  describeValue,
  InvalidArgumentError,
  invalidArgument,
  type Model,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { createModel } from "./ai-sdk-model.ts";
import { checkSettings } from "./check-settings.ts";
import type { AiSdkLanguageModel, AiSdkVersion } from "./language-model.ts";
import type { AiSdkSettings } from "./settings.ts";

const versions: readonly AiSdkVersion[] = ["v2", "v3", "v4"];

/**
 * Makes a `Model` of a language model of the AI SDK: `fromAiSdk(openai("gpt-5.5"), { temperature: 1 })`.
 *
 * Each call of the model is one call of `doStream`, or of `doGenerate` with `stream: false`; nothing is
 * retried and nothing is kept. An abort ends a call at once, also when the language model ignores it.
 *
 * @throws InvalidArgumentError for what is no language model and for unusable settings;
 * UnsupportedSpecVersionError for a language model of another version than V2, V3 or V4.
 */
export function fromAiSdk(languageModel: AiSdkLanguageModel, settings: AiSdkSettings = {}): Model {
  const { version, provider, modelId } = checkLanguageModel(languageModel);
  const checked = checkSettings(settings, version);
  const method = checked.stream ? "doStream" : "doGenerate";
  if (typeof languageModel[method] !== "function") {
    throw invalidArgument(`languageModel.${method}`, "a function", languageModel[method]);
  }
  return createModel({ version, provider, modelId, settings: checked }, languageModel);
}

function checkLanguageModel(languageModel: unknown) {
  if (!isLanguageModel(languageModel)) {
    const hint =
      typeof languageModel === "string"
        ? " Names are not looked up: make it with a provider package."
        : "";
    throw new InvalidArgumentError({
      argument: "languageModel",
      message: `languageModel must be a language model of the AI SDK, got ${describeValue(languageModel)}.${hint}`,
    });
  }
  const { specificationVersion, provider, modelId } = languageModel;
  const version = versions.find((known) => known === specificationVersion);
  if (version === undefined) {
    throw new UnsupportedSpecVersionError({
      plugin: "The language model of the AI SDK",
      found: specificationVersion,
      supported: versions,
    });
  }
  for (const [name, value] of Object.entries({ provider, modelId })) {
    if (typeof value !== "string" || value.trim() === "") {
      throw invalidArgument(`languageModel.${name}`, "a text that is not blank", value);
    }
  }
  return { version, provider: String(provider), modelId: String(modelId) };
}

function isLanguageModel(value: unknown): value is Readonly<Record<string, unknown>> {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && "specificationVersion" in value && "doGenerate" in value;
}
