import { describeValue, InvalidArgumentError, ProviderError } from "@rollouts/core";
import { fetchKeepingErrorBody } from "./keep-error-body.ts";
import type { OpenAIClient } from "./openai-client.ts";

const defaultBaseURL = "https://api.openai.com/v1";

/** Where a model's calls go. */
export interface Connection {
  /** The address without user name, password, query and trailing slash: safe to show. */
  baseURL(): string;
  client(): Promise<OpenAIClient>;
}

export interface ConnectionOptions {
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  readonly client?: OpenAIClient | undefined;
}

/**
 * A connection that reads the environment only when it is first needed, and then keeps what it read:
 * the base URL in an identity is the one that is called.
 */
export function connect(options: ConnectionOptions): Connection {
  const { client: given } = options;
  if (given !== undefined) {
    return { baseURL: () => toPublicURL(given.baseURL), client: async () => given };
  }
  let address: string | undefined;
  let client: OpenAIClient | undefined;
  const readAddress = () => {
    address ??= options.baseURL ?? readEnvironmentURL() ?? defaultBaseURL;
    return address;
  };
  return {
    baseURL: () => toPublicURL(readAddress()),
    async client() {
      if (client !== undefined) return client;
      const apiKey = options.apiKey ?? readEnvironmentKey();
      // Loaded with the first call, so that importing this package, or bringing a client, is cheap.
      const { OpenAI } = await import("openai");
      // No log, since it could show prompts.
      client ??= new OpenAI({
        apiKey,
        ...toClientAddress(readAddress()),
        fetch: fetchKeepingErrorBody,
        logLevel: "off",
      });
      return client;
    },
  };
}

function readEnvironmentURL(): string | undefined {
  const value = process.env.OPENAI_BASE_URL?.trim();
  if (value === undefined || value === "") return undefined;
  checkBaseURL(value, "OPENAI_BASE_URL");
  return value;
}

function readEnvironmentKey(): string {
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
      message: `${argument} must be an address such as ${defaultBaseURL}, got ${got}.`,
    });
  }
  if (url.username === "" && url.password === "") return;
  throw new InvalidArgumentError({
    argument,
    message: `${argument} must not hold a user name or password: fetch refuses such addresses.`,
  });
}

/** The client puts its paths behind the address, where they would become part of a query. */
function toClientAddress(address: string) {
  const { searchParams } = new URL(address);
  return { baseURL: toPublicURL(address), defaultQuery: Object.fromEntries(searchParams) };
}

function toPublicURL(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
