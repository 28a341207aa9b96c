import { describeValue, InvalidArgumentError, ProviderError } from "@rollouts/core";
import type { OpenAIClient } from "../openai-client.ts";
import type { Profile } from "../profile.ts";
import { createClient } from "./create-client.ts";
import { openTransport, type Transport } from "./transport.ts";

const exampleURL = "https://api.openai.com/v1";

/** Where the calls of a provider's models go. */
export interface Connection {
  /** The address without user name, password, query and trailing slash: safe to show. */
  readonly baseURL: string;
  /** The values of the address's query, as they are and as they stand in an address. */
  readonly querySecrets: readonly string[];
  /** Groups calls that share their rate limits. */
  readonly account: string;
  client(): Promise<OpenAIClient>;
  /** Waits for the calls under way and closes what this package opened. A later call opens it again. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly apiKey?: string | undefined;
  readonly baseURL: string;
  /** @defaultValue the address, safe to show */
  readonly account?: string | undefined;
  readonly profile: Profile;
}

/** A connection over a client of the user's, used as it is; closing it is left to the user. */
export function connectClient(client: OpenAIClient, account?: string): Connection {
  const address = toPublicURL(client.baseURL);
  return {
    baseURL: address,
    querySecrets: queryValues(client.baseURL),
    account: account ?? address,
    client: async () => client,
    close: async () => {},
  };
}

/**
 * A connection with a client and a transport of its own. The key is looked for with the first call,
 * and kept when it was found.
 */
export function connect(options: ConnectionOptions): Connection {
  const { apiKey, baseURL, account, profile } = options;
  const address = toPublicURL(baseURL);
  let client: OpenAIClient | undefined;
  let transport: Transport | undefined;
  return {
    baseURL: address,
    querySecrets: queryValues(baseURL),
    account: account ?? address,
    async client() {
      if (client !== undefined) return client;
      const key = apiKey ?? findKey(profile);
      const { hostname, search } = new URL(baseURL);
      // Several first calls may come here at once, so each step looks whether another was faster.
      const opened = await openTransport({ apiKey: key, hostname });
      transport ??= opened;
      const { fetch } = transport;
      const made = await createClient({ apiKey: key, baseURL: address, search, fetch });
      client ??= made;
      return client;
    },
    async close() {
      await transport?.close();
    },
  };
}

function findKey({ apiKey: source }: Profile): string | undefined {
  if (source !== "from environment") return undefined;
  const key = process.env.OPENAI_API_KEY?.trim();
  if (key !== undefined && isApiKey(key)) return key;
  const state =
    key === undefined || key === "" ? "is not set" : "holds characters that no header can carry";
  throw new ProviderError({
    errorClass: "authentication",
    provider: "openai",
    message: `The environment variable OPENAI_API_KEY ${state}. Set it to your API key, or pass createOpenAI({ apiKey }).`,
  });
}

/** True for what an HTTP header can carry; fetch would show any other key in its error message. */
export function isApiKey(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

/**
 * Checks the address of an API.
 *
 * @throws InvalidArgumentError that does not repeat the value, since it may hold a password.
 */
export function checkBaseURL(value: unknown, argument: string): void {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const got = typeof value === "string" ? "another text" : describeValue(value);
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be an address such as ${exampleURL}, got ${got}.`,
    });
  }
  if (url.username === "" && url.password === "") return;
  throw new InvalidArgumentError({
    argument,
    message: `${argument} must not hold a user name or password: fetch refuses such addresses.`,
  });
}

function toPublicURL(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

function queryValues(address: string): readonly string[] {
  const { searchParams, search } = new URL(address);
  const written = search.slice(1).split("&");
  return [...searchParams.values(), ...written.map((pair) => pair.slice(pair.indexOf("=") + 1))];
}
