import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** What can be set for a server of any kind. */
export interface McpToolsSettings {
  /** Put before the name of every tool, as it is, so that the tools of two servers differ. */
  readonly prefix?: string | undefined;
  /** The tools to offer, by the names that the server gives them. @defaultValue all */
  readonly include?: readonly string[] | undefined;
  /** Milliseconds for one call of a tool. One that takes longer has failed. @defaultValue 60_000 */
  readonly callTimeoutMs?: number | undefined;
  /**
   * Milliseconds to start the server, connect and list its tools. Waiting for other servers to
   * start is not counted. @defaultValue 60_000
   */
  readonly startTimeoutMs?: number | undefined;
}

/** A server that is a process of its own: one is started for every connection. */
export interface StdioServerOptions extends McpToolsSettings {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /**
   * The environment variables of the process. Beside them it gets only a few of this process, such
   * as `PATH` and `HOME`.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Its working directory. @defaultValue that of this process */
  readonly cwd?: string | undefined;
}

/** A server that is reached by Streamable HTTP: every connection has a session of its own. */
export interface HttpServerOptions extends McpToolsSettings {
  readonly url: string | URL;
  /** Sent with every request, such as `authorization`. Neither fingerprinted nor shown. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A server of one's own, in this process: one is made for every connection. */
export interface InMemoryServerOptions extends McpToolsSettings {
  /** Makes a new server, such as an `McpServer` of the SDK, that is not connected yet. */
  readonly server: () => ConnectableServer | Promise<ConnectableServer>;
}

/** A connection that is open already. Whoever opened it closes it. */
export interface LiveClientOptions extends McpToolsSettings {
  readonly client: ConnectedClient;
}

/** What `mcpTools` takes: one kind of server, and settings. */
export type McpToolsOptions =
  | StdioServerOptions
  | HttpServerOptions
  | InMemoryServerOptions
  | LiveClientOptions;

/** An MCP server that can be connected; `McpServer` and `Server` of the SDK are. */
export interface ConnectableServer {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
}

/** What is used of the SDK's `Client`. */
export type ConnectedClient = Pick<Client, "request" | "transport">;
