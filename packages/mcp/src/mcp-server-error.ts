import { RolloutsError } from "@rollouts/core";

/** An MCP server could not be opened, or failed later: nothing that counts against the model. */
export class McpServerError extends RolloutsError<"mcp_server_failed"> {
  /** The command of the server, its URL without query, or `in memory`. */
  readonly server: string;
  /** The same may succeed with a new connection. */
  readonly retryable = true;

  constructor(options: { server: string; message: string; cause?: unknown }) {
    const { server, message, cause } = options;
    super({ code: "mcp_server_failed", message, cause });
    this.name = "McpServerError";
    this.server = server;
  }
}
