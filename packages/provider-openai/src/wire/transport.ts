import type { Dispatcher } from "undici";
import { decodeBody } from "./decode-body.ts";
import { readHeader } from "./headers-like.ts";
import { ReceivedHeaders } from "./received-headers.ts";

/** The way to a server: a `fetch` for the `openai` client, on connections of its own. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  /** Waits for the requests under way and closes the connections. A later request opens new ones. */
  close(): Promise<void>;
}

/** Who calls, and where. */
export interface TransportOptions {
  readonly apiKey: string | undefined;
  /** Of the address, as in a `URL`. */
  readonly hostname: string;
}

/**
 * Opens a transport; the first request opens connections. Idle ones close after four seconds and keep
 * no process alive.
 *
 * It sends these headers and no others: whatever the client adds, also from `OPENAI_CUSTOM_HEADERS`
 * or `OPENAI_ORG_ID`, would make runs differ by what happens to be set.
 */
export async function openTransport({ apiKey, hostname }: TransportOptions): Promise<Transport> {
  // Loaded here, since it takes a tenth of a second.
  const { Agent, interceptors, request } = await import("undici");
  const headers = {
    accept: "text/event-stream, application/json",
    "content-type": "application/json",
    "user-agent": "rollouts-provider-openai",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  let dispatcher: Dispatcher | undefined;

  function openDispatcher(): Dispatcher {
    const agent = new Agent(connectionOptions);
    // The brackets of an IPv6 address are part of no name that could be looked up.
    return hostname.startsWith("[") ? agent : agent.compose(interceptors.dns({ maxTTL: 30_000 }));
  }

  async function fetch(...[url, init]: Parameters<typeof globalThis.fetch>): Promise<Response> {
    dispatcher ??= openDispatcher();
    const answer = await request(url instanceof Request ? url.url : url, {
      method: "POST",
      body: init?.body as string,
      signal: init?.signal,
      headers,
      dispatcher,
    });
    return toResponse(answer);
  }

  return {
    fetch,
    async close() {
      const closing = dispatcher;
      dispatcher = undefined;
      await closing?.close();
    },
  };
}

/**
 * As many connections as there are calls under way. Idle ones go before servers close them, since a
 * request on a connection that closes is lost. Deadlines are those of the model call.
 */
const connectionOptions = {
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 30_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  autoSelectFamily: true,
  // With Node's 250 ms, addresses time out while thousands of connections open at once.
  autoSelectFamilyAttemptTimeout: 1000,
  connect: { timeout: 30_000 },
} as const;

/**
 * A response with what the client and this package read of one. The body stays a stream of Node, which
 * is much cheaper than the web stream that a true `Response` has.
 */
function toResponse({ statusCode, headers: received, body }: Dispatcher.ResponseData): Response {
  const headers = new ReceivedHeaders(received);
  const response = {
    // So that the client leaves every answer as it is: failures it would read without a deadline, and
    // forget those that broke, or are of another form than OpenAI's.
    ok: true,
    status: statusCode,
    url: "",
    headers,
    body: decodeBody(body, readHeader(headers, "content-encoding")),
  };
  return response as unknown as Response;
}
