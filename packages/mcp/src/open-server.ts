import { isRolloutsError } from "@rollouts/core";
import type { Connection, Endpoint } from "./endpoints/endpoint.ts";
import { limitTime } from "./limit-time.ts";
import { listTools } from "./list-tools.ts";
import { type ListedTool, selectTools } from "./listed-tool.ts";
import { serverFailure } from "./server-failure.ts";
import type { Settings } from "./settings.ts";

/** A server that was opened, and what it offers. */
export interface OpenServer {
  readonly connection: Connection;
  readonly tools: readonly ListedTool[];
}

/**
 * Connects to a server and lists its tools. When that fails, what was opened is closed again.
 *
 * @throws McpServerError when the server fails, InvalidArgumentError for tools that cannot be
 * offered, and the reason of the signal when that aborts.
 */
export async function openServer(
  endpoint: Endpoint,
  settings: Settings,
  signal: AbortSignal,
): Promise<OpenServer> {
  const start = () => startServer(endpoint, settings, signal);
  return endpoint.starts === undefined ? start() : endpoint.starts.run(start, signal);
}

async function startServer(
  endpoint: Endpoint,
  { prefix, include, startTimeoutMs }: Settings,
  signal: AbortSignal,
): Promise<OpenServer> {
  const { label } = endpoint;
  let connection: Connection | undefined;
  const fail = (thrown: unknown) =>
    serverFailure({ endpoint, connection, event: "could not be opened", thrown });
  const tooLate = () => fail(`it was not ready after ${startTimeoutMs / 1000} s`);
  try {
    return await limitTime({ timeoutMs: startTimeoutMs, signal, tooLate }, async (own) => {
      const made = await endpoint.connect();
      // Nobody waits any more, so nobody else would close it.
      if (own.aborted) await made.close();
      own.throwIfAborted();
      connection = made;
      await made.open();
      const tools = await listTools(made.client, own);
      return { connection: made, tools: selectTools(tools, { label, prefix, include }) };
    });
  } catch (error) {
    await connection?.close();
    signal.throwIfAborted();
    throw isRolloutsError(error) ? error : fail(error);
  }
}
