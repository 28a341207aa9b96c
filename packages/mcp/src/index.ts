export { McpServerError } from "./mcp-server-error.ts";
export { mcpTools } from "./mcp-tools.ts";
export type {
  ConnectableServer,
  ConnectedClient,
  HttpServerOptions,
  InMemoryServerOptions,
  LiveClientOptions,
  McpToolsOptions,
  McpToolsSettings,
  StdioServerOptions,
} from "./mcp-tools-options.ts";
