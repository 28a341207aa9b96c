import { type AddressInfo, createServer, type Socket } from "node:net";
import { checkSteps } from "./fault-server/check-steps.ts";
import type { FaultStep } from "./fault-server/fault-step.ts";
import { playSteps } from "./fault-server/play-steps.ts";
import { createRequestReader, type FaultRequest } from "./fault-server/request-reader.ts";

/** How to reply: the same steps to every request, or what a function decides on for each. */
export type FaultScript =
  | readonly FaultStep[]
  | ((
      request: FaultRequest,
      requestIndex: number,
    ) => readonly FaultStep[] | Promise<readonly FaultStep[]>);

/** A server that fails as it is told to. */
export interface FaultServer {
  /** For a client's base URL; ends in `/v1`. */
  readonly baseURL: string;
  /** Every whole request so far, in order of arrival. */
  readonly requests: readonly FaultRequest[];
  /** How many connections there were. */
  connectionCount(): number;
  /** How many connections are open. */
  openCount(): number;
  /**
   * Resolves when no connection is open on which a request came: at once, or when the client has hung
   * up. Some clients open a connection in place of one that broke, before they need it.
   */
  hungUp(): Promise<void>;
  /** Breaks all connections and frees the port. */
  stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 whose replies are scripted down to the byte, for testing how a provider
 * takes servers and networks that misbehave. It speaks plain HTTP/1.1 on real sockets and takes
 * requests with a `content-length`.
 *
 * @throws InvalidArgumentError for a script that is none. When a script's function throws, or gives
 * steps that are none, the connection breaks, and `stop` rejects with the error.
 */
export async function startFaultServer(script: FaultScript): Promise<FaultServer> {
  if (typeof script !== "function") checkSteps(script, "script");
  const requests: FaultRequest[] = [];
  const sockets = new Set<Socket>();
  const usedSockets = new Set<Socket>();
  let connectionCount = 0;
  let waiting: (() => void)[] = [];
  const thrown: unknown[] = [];

  async function reply(socket: Socket, request: FaultRequest): Promise<void> {
    const index = requests.push(request) - 1;
    const steps = typeof script === "function" ? await script(request, index) : script;
    checkSteps(steps, "The reply");
    await playSteps(socket, steps);
  }

  const server = createServer({ noDelay: true }, (socket) => {
    connectionCount += 1;
    sockets.add(socket);
    const reader = createRequestReader();
    let last = Promise.resolve();
    socket.on("data", (bytes) => {
      for (const request of reader.push(bytes)) {
        usedSockets.add(socket);
        last = last
          .then(() => reply(socket, request))
          .catch((error: unknown) => {
            thrown.push(error);
            socket.destroy();
          });
      }
    });
    // A client that breaks the connection is what this server is for.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      usedSockets.delete(socket);
      if (usedSockets.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    connectionCount: () => connectionCount,
    openCount: () => sockets.size,
    async hungUp() {
      if (usedSockets.size === 0) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      if (thrown.length > 0) throw thrown[0];
    },
  };
}
