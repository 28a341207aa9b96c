import { describeThrown } from "@rollouts/core";
import type { Connection, Endpoint } from "./endpoints/endpoint.ts";
import { McpServerError } from "./mcp-server-error.ts";
import { toSafeEnd, toSafeText } from "./safe-text.ts";

export interface ServerFailure {
  readonly endpoint: Endpoint;
  /** Absent when it did not come to one. */
  readonly connection: Connection | undefined;
  /** What happened: `failed during the call of "add"`. */
  readonly event: string;
  /** What was thrown. Kept only in words, since it may hold secrets. */
  readonly thrown: unknown;
}

/** The error for a server that could not be opened, or failed later, with what it said last. */
export function serverFailure(failure: ServerFailure): McpServerError {
  const { endpoint, connection, event, thrown } = failure;
  const { label, secrets } = endpoint;
  const problem = toSafeText(withCause(thrown), secrets);
  const words = toSafeEnd(connection?.lastWords?.() ?? "", secrets);
  const said = words === "" ? "" : ` It wrote to its stderr: ${words}`;
  const message = `The MCP server ${label} ${event}: ${problem}.${said}`;
  return new McpServerError({ server: label, message });
}

/** Node's `fetch` says why it failed only in the cause. */
function withCause(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : undefined;
  const reason = cause === undefined ? "" : ` (${describeThrown(cause)})`;
  return `${describeThrown(thrown)}${reason}`;
}
