import { maxDelayMs } from "@rollouts/core";
import type { OpenAIClient } from "../openai-client.ts";
import { loadPeer } from "./load-peer.ts";
import { plainClient, type Requests } from "./plain-client.ts";

/** Where the client sends its requests, and how. */
export interface ClientOptions extends Requests {
  readonly apiKey: string | undefined;
  readonly baseURL: string;
}

/** Makes a client of the `openai` package to which nothing in the environment makes a difference. */
export async function createClient(options: ClientOptions): Promise<OpenAIClient> {
  const { apiKey, baseURL, fetch, search } = options;
  const { OpenAI } = await loadPeer();
  const PlainClient = plainClient(OpenAI, { fetch, search });
  return withoutVariable(
    // It throws for headers that are none; those that it adds are not sent.
    "OPENAI_CUSTOM_HEADERS",
    () =>
      new PlainClient({
        baseURL,
        fetch,
        // Without a key the client would look for others in the environment, and refuse to work.
        apiKey: apiKey ?? "none",
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        maxRetries: 0,
        // Longer than any deadline: those are the model's.
        timeout: maxDelayMs,
        // No log, since it could show prompts.
        logLevel: "off",
      }),
  );
}

/** The client has no option against this one; it reads it while it is made, so nobody else misses it. */
function withoutVariable<Result>(name: string, make: () => Result): Result {
  const { [name]: value } = process.env;
  delete process.env[name];
  try {
    return make();
  } finally {
    if (value !== undefined) process.env[name] = value;
  }
}
