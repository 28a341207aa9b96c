import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { InvalidArgumentError } from "@rollouts/core";
import { checkStringMembers } from "../check-strings.ts";
import type { HttpServerOptions } from "../mcp-tools-options.ts";
import { toSecrets } from "../to-secrets.ts";
import { createClient, type Endpoint, settle } from "./endpoint.ts";
import { type AnswerWatch, watchAnswers } from "./watch-answers.ts";

/**
 * A session for every connection, which the server is told to end when it is closed.
 *
 * @throws InvalidArgumentError for an address or headers that cannot be used.
 */
export function httpEndpoint({ url, headers = {} }: HttpServerOptions): Endpoint {
  const address = toAddress(url);
  checkStringMembers("headers", headers);
  return {
    label: `${address.origin}${address.pathname}`,
    secrets: [...Object.values(headers), ...secretsOfQuery(address)].flatMap(toSecrets),
    connect() {
      // Ends the calls that wait; the session can still be told to end.
      const watch = watchAnswers(() => transport.onclose?.());
      const transport = new WatchedTransport(new URL(address), headers, watch);
      transport.onmessage = watch.received;
      const client = createClient();
      return {
        client,
        open: () => client.connect(transport),
        async close() {
          await settle(() => transport.terminateSession());
          await settle(() => transport.close());
        },
      };
    },
  };
}

class WatchedTransport extends StreamableHTTPClientTransport {
  readonly #watch: AnswerWatch;

  constructor(address: URL, headers: Readonly<Record<string, string>>, watch: AnswerWatch) {
    super(address, { requestInit: { headers: { ...headers } }, fetch: watch.fetch });
    this.#watch = watch;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return super.send(message);
    const onresumptiontoken = (eventId: string) => this.#watch.reached(message.id, eventId);
    return super.send(message, { onresumptiontoken });
  }
}

/** The values of a query, and a name without a value, such as that of `/mcp?key-of-mine`. */
function secretsOfQuery({ searchParams }: URL): readonly string[] {
  const values = [...searchParams].map(([name, value]) => value || name);
  // Not every server takes a plus for a blank.
  return values.flatMap((value) => [value, value.replaceAll(" ", "+")]);
}

function toAddress(url: string | URL): URL {
  const text = String(url);
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw invalidUrl("must begin with http:// or https://");
  }
  if (address.username === "" && address.password === "") return address;
  throw invalidUrl("must hold no user name or password. Put an authorization into headers");
}

/** The address is not repeated, since it may hold secrets. */
function invalidUrl(rule: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument: "url", message: `url ${rule}.` });
}
