import { invalidArgument } from "@rollouts/core";
import type { LiveClientOptions } from "../mcp-tools-options.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * The caller's own connection, used as it is and left open.
 *
 * @throws InvalidArgumentError when `client` is no client, or not connected.
 */
export function liveEndpoint({ client }: LiveClientOptions): Endpoint {
  if (typeof client?.request !== "function" || client.transport === undefined) {
    throw invalidArgument("client", "a connected client of the SDK", client);
  }
  return {
    label: "behind a live client",
    secrets: [],
    connections: [client],
    connect: () => ({ client, open: async () => {}, close: async () => {} }),
  };
}
