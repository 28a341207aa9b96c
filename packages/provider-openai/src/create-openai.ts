import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type Model,
  refuseUnknownKeys,
} from "@rollouts/core";
import { type ConnectionOptions, checkBaseURL, connect, isApiKey } from "./connection.ts";
import type { OpenAIApi, OpenAIClient } from "./openai-client.ts";
import { createModel } from "./openai-model.ts";
import { checkSettings, type OpenAISettings } from "./settings.ts";

/** How a provider reaches OpenAI. Nothing of it but `baseURL` and `api` enters a fingerprint. */
export interface OpenAIOptions {
  /** @defaultValue the environment variable `OPENAI_API_KEY`, read when the first call is made */
  readonly apiKey?: string | undefined;
  /**
   * Address of the API.
   *
   * @defaultValue the environment variable `OPENAI_BASE_URL`, else `https://api.openai.com/v1`
   */
  readonly baseURL?: string | undefined;
  /** A client of the `openai` package, 6.49 or newer, in place of `apiKey` and `baseURL`. */
  readonly client?: OpenAIClient | undefined;
  /**
   * `"responses"`, or `"chat"` for Chat Completions.
   *
   * @defaultValue "responses"
   */
  readonly api?: OpenAIApi | undefined;
}

/** Makes a model of OpenAI from its id and settings. */
export type OpenAIProvider = (modelId: string, settings?: OpenAISettings) => Model;

/**
 * Makes a provider with its own key, address, client or API.
 *
 * @throws InvalidArgumentError for unknown or unusable options; the provider that it gives throws it
 * for a blank model id and for unknown or unusable settings.
 */
export function createOpenAI(options: OpenAIOptions = {}): OpenAIProvider {
  checkOptions(options);
  const { api = "responses", ...connectionOptions } = options;
  return (modelId, settings = {}) => {
    checkModelId(modelId);
    const checked = checkSettings(settings, api);
    return createModel({ modelId, api, settings: checked }, connect(connectionOptions));
  };
}

/**
 * Makes a model of OpenAI, called through the Responses API with the key in `OPENAI_API_KEY`. The
 * environment is read when the model is first used, not here.
 *
 * @throws InvalidArgumentError for a blank model id and for unknown or unusable settings.
 */
export const openai: OpenAIProvider = createOpenAI();

function checkOptions(options: OpenAIOptions): void {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, ["apiKey", "baseURL", "client", "api"], "options");
  const { apiKey, baseURL, client, api } = options as OpenAIOptions;
  if (api !== undefined && api !== "responses" && api !== "chat") {
    throw invalidArgument("options.api", '"responses" or "chat"', api);
  }
  if (client !== undefined) checkClient({ apiKey, baseURL, client }, api ?? "responses");
  if (baseURL !== undefined) checkBaseURL(baseURL, "options.baseURL");
  if (apiKey !== undefined && !isApiKey(apiKey)) {
    // The value is not repeated: it may be a key with a stray line break.
    throw new InvalidArgumentError({
      argument: "options.apiKey",
      message: "options.apiKey must be a text of visible ASCII characters, without spaces.",
    });
  }
}

function checkClient(options: ConnectionOptions & { client: OpenAIClient }, api: OpenAIApi): void {
  const extra = options.apiKey !== undefined ? "apiKey" : "baseURL";
  if (options[extra] !== undefined) {
    throw new InvalidArgumentError({
      argument: `options.${extra}`,
      message: `options.${extra} cannot be given beside options.client, which has its own. Give one of the two.`,
    });
  }
  const { client } = options;
  const resource = api === "chat" ? client?.chat?.completions : client?.responses;
  if (typeof resource?.create !== "function") {
    throw invalidArgument(
      "options.client",
      "a client of the openai package (6.49 or newer)",
      client,
    );
  }
  checkBaseURL(client.baseURL, "options.client.baseURL");
}

function checkModelId(modelId: string): void {
  if (typeof modelId === "string" && modelId.trim() !== "") return;
  throw invalidArgument("modelId", 'the id of a model, such as "gpt-5.5"', modelId);
}
