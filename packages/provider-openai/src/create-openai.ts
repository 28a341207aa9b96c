import { invalidArgument, type Model } from "@rollouts/core";
import { checkOptions } from "./check-options.ts";
import { checkSettings } from "./check-settings.ts";
import { createModel } from "./openai-model.ts";
import type { OpenAIOptions } from "./openai-options.ts";
import type { OpenAISettings } from "./settings.ts";
import { type Connection, connect, connectClient } from "./wire/connection.ts";

/** Makes models from their ids and settings, all on the connections of one provider. */
export interface OpenAIProvider {
  /**
   * @throws InvalidArgumentError for a blank model id and for unknown, unusable or unsupported settings.
   */
  (modelId: string, settings?: OpenAISettings): Model;
  /**
   * Waits for the calls under way and closes all connections; a later call opens new ones. Not needed
   * for a program to end: idle connections close after four seconds and keep nothing alive.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a provider with its own key, address, client, API or kind of server, and connections of its
 * own.
 *
 * @throws InvalidArgumentError for unknown or unusable options.
 */
export function createOpenAI(options: OpenAIOptions = {}): OpenAIProvider {
  const { profile, api, client, apiKey, baseURL, account } = checkOptions(options);
  const connection: Connection =
    client === undefined
      ? connect({ apiKey, baseURL, account, profile })
      : connectClient(client, account);
  const makeModel = (modelId: string, settings: OpenAISettings = {}): Model => {
    checkModelId(modelId);
    const checked = checkSettings(settings, { api, profile });
    return createModel({ modelId, api, profile, settings: checked }, connection);
  };
  const close = () => connection.close();
  return Object.assign(makeModel, { close, [Symbol.asyncDispose]: close });
}

/**
 * Makes a model of OpenAI, called through the Responses API with the key in `OPENAI_API_KEY`. The
 * environment is read when the model is first used, not here.
 *
 * @throws InvalidArgumentError for a blank model id and for unknown or unusable settings.
 */
export const openai: OpenAIProvider = createOpenAI();

function checkModelId(modelId: string): void {
  if (typeof modelId === "string" && modelId.trim() !== "") return;
  throw invalidArgument("modelId", 'the id of a model, such as "gpt-5.5"', modelId);
}
