import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InvalidArgumentError } from "@rollouts/core";
import { checkStringMembers } from "../check-strings.ts";
import type { HttpServerOptions } from "../mcp-tools-options.ts";
import { createClient, type Endpoint, settle } from "./endpoint.ts";
import { watchAnswers } from "./watch-answers.ts";

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
    secrets: [...Object.values(headers).flatMap(toSecrets), ...address.searchParams.values()],
    connect() {
      // Ends the calls that wait; the session can still be told to end.
      const watch = watchAnswers(() => transport.onclose?.());
      const transport = new StreamableHTTPClientTransport(new URL(address), {
        requestInit: { headers: { ...headers } },
        fetch: watch.fetch,
      });
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

/** A server may repeat the whole header, or of `Bearer token` only the token. */
function toSecrets(header: string): readonly string[] {
  return [header, ...header.split(/\s+/)];
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
