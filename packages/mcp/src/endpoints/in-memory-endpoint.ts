import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { InvalidArgumentError, invalidArgument } from "@rollouts/core";
import type { ConnectableServer, InMemoryServerOptions } from "../mcp-tools-options.ts";
import { createClient, type Endpoint, settle } from "./endpoint.ts";

/**
 * A server of this process for every connection.
 *
 * @throws InvalidArgumentError when `server` is no function.
 */
export function inMemoryEndpoint({ server: makeServer }: InMemoryServerOptions): Endpoint {
  if (typeof makeServer !== "function") {
    throw invalidArgument("server", "a function that makes a new MCP server", makeServer);
  }
  const known = new WeakSet<ConnectableServer>();
  return {
    label: "in memory",
    secrets: [],
    async connect() {
      const server = await makeServer();
      checkServer(server);
      if (known.has(server)) throw sameServer();
      known.add(server);
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      const client = createClient();
      return {
        client,
        async open() {
          await server.connect(serverSide);
          await client.connect(clientSide);
        },
        async close() {
          await settle(() => client.close());
          await settle(() => server.close());
        },
      };
    },
  };
}

function checkServer(server: ConnectableServer): void {
  for (const method of ["connect", "close"] as const) {
    if (typeof server?.[method] === "function") continue;
    throw invalidArgument("what server() makes", "an MCP server, such as an McpServer", server);
  }
}

function sameServer(): InvalidArgumentError {
  return new InvalidArgumentError({
    argument: "server",
    message:
      "server() made the same server a second time, so attempts would share its state. Make a new one in every call.",
  });
}
