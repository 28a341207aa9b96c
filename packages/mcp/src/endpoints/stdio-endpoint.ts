import { availableParallelism } from "node:os";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { invalidArgument } from "@rollouts/core";
import { checkStringMembers, checkStrings } from "../check-strings.ts";
import type { StdioServerOptions } from "../mcp-tools-options.ts";
import { createSemaphore } from "../semaphore.ts";
import { toSecrets } from "../to-secrets.ts";
import { createClient, type Endpoint } from "./endpoint.ts";
import { readTail } from "./text-tail.ts";

/** For all servers of this process: what starts competes for the same processors. */
const starts = createSemaphore(2 * availableParallelism());

/**
 * A process for every connection. It is closed by the end of its stdin; one that is still there after
 * 2 seconds gets SIGTERM, and after 2 more SIGKILL.
 *
 * @throws InvalidArgumentError for options that are not of their type.
 */
export function stdioEndpoint(options: StdioServerOptions): Endpoint {
  const { command, args = [], env = {}, cwd } = options;
  if (typeof command !== "string" || command === "") {
    throw invalidArgument("command", "the name of a program", command);
  }
  checkStrings("args", args);
  checkStringMembers("env", env);
  if (cwd !== undefined && typeof cwd !== "string") throw invalidArgument("cwd", "a path", cwd);
  return {
    label: command,
    secrets: Object.values(env).flatMap(toSecrets),
    starts,
    connect() {
      const transport = new ServerProcess({
        command,
        args: [...args],
        env: { ...env },
        stderr: "pipe",
        ...(cwd === undefined ? {} : { cwd }),
      });
      const client = createClient();
      const lastWords = transport.stderr === null ? () => "" : readTail(transport.stderr);
      return {
        client,
        lastWords,
        open: () => client.connect(transport),
        close: () => transport.close(),
      };
    },
  };
}

/** Closing it waits for the process to end, also when the client has begun to close it before. */
class ServerProcess extends StdioClientTransport {
  #closing: Promise<void> | undefined;

  override close(): Promise<void> {
    this.#closing ??= super.close();
    return this.#closing;
  }
}
