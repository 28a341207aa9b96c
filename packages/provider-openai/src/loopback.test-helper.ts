import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the server got it. */
export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

/** A server on loopback that keeps what it receives. */
export interface Loopback {
  /** Address of the API, as a client's base URL. */
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export type Respond = (response: ServerResponse, request: Received) => void;

/** Starts a server that answers every request by `respond`. */
export async function startLoopback(respond: Respond, host = "127.0.0.1"): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await incoming.toArray()).toString("utf8");
    const request = {
      path: incoming.url,
      headers: incoming.headers,
      body: JSON.parse(text || "{}"),
    };
    received.push(request);
    respond(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/v1`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON. */
export function json(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Respond {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}
