import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { OpenAIApi, OpenAIClient } from "./openai-client.ts";
import type { OpenAIOptions } from "./openai-options.ts";
import type { Profile, ProfileName } from "./profile.ts";
import { profiles } from "./profiles.ts";
import { checkBaseURL, isApiKey } from "./wire/connection.ts";

/** Options that were checked, with what the profile adds. */
export interface CheckedOptions {
  readonly profile: Profile;
  readonly api: OpenAIApi;
  readonly apiKey: string | undefined;
  readonly baseURL: string;
  readonly account: string | undefined;
  readonly client: OpenAIClient | undefined;
}

/** @throws InvalidArgumentError for options that are unknown, unusable or contradict each other. */
export function checkOptions(options: OpenAIOptions): CheckedOptions {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(
    options,
    ["apiKey", "baseURL", "account", "client", "api", "profile"],
    "options",
  );
  const { apiKey, account, client, profile: name = "openai" } = options as OpenAIOptions;
  const profile = findProfile(name);
  const api = chooseApi(options as OpenAIOptions, profile);
  if (apiKey !== undefined && !isApiKey(apiKey)) {
    // The value is not repeated: it may be a key with a stray line break.
    throw new InvalidArgumentError({
      argument: "options.apiKey",
      message: "options.apiKey must be a text of visible ASCII characters, without spaces.",
    });
  }
  if (account !== undefined && (typeof account !== "string" || account.trim() === "")) {
    throw invalidArgument("options.account", "a text that is not blank", account);
  }
  if (client !== undefined) {
    checkClient({ ...(options as OpenAIOptions), client }, api);
    return { profile, api, client, apiKey, account, baseURL: client.baseURL };
  }
  const { baseURL = profile.baseURL } = options as OpenAIOptions;
  requireFor(profile, "baseURL", baseURL !== undefined);
  checkBaseURL(baseURL, "options.baseURL");
  requireFor(profile, "apiKey", apiKey !== undefined || profile.apiKey !== "must be given");
  return { profile, api, client, apiKey, account, baseURL: String(baseURL) };
}

function findProfile(name: ProfileName): Profile {
  if (typeof name === "string" && Object.hasOwn(profiles, name)) return profiles[name];
  throw invalidArgument("options.profile", `one of ${Object.keys(profiles).join(", ")}`, name);
}

function chooseApi({ api }: OpenAIOptions, { name, apis }: Profile): OpenAIApi {
  if (api === undefined) return apis[0];
  if (api !== "responses" && api !== "chat") {
    throw invalidArgument("options.api", '"responses" or "chat"', api);
  }
  if (apis.includes(api)) return api;
  throw new InvalidArgumentError({
    argument: "options.api",
    message: `options.api ${JSON.stringify(api)} cannot be used with the profile ${JSON.stringify(name)}. Leave it out.`,
  });
}

function requireFor({ name }: Profile, option: string, isGiven: boolean): void {
  if (isGiven) return;
  throw new InvalidArgumentError({
    argument: `options.${option}`,
    message: `options.${option} must be given with the profile ${JSON.stringify(name)}.`,
  });
}

function checkClient(options: OpenAIOptions & { client: OpenAIClient }, api: OpenAIApi): void {
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
