import { ListToolsResultSchema, type Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { maxDelayMs } from "@rollouts/core";
import type { ConnectedClient } from "./mcp-tools-options.ts";

/** Of a list that never ends, a server in memory would never give the timers a turn. */
const maxPages = 1_000;

/** Asks a server for all pages of its list of tools. Stops between two pages when the signal aborts. */
export async function listTools(
  client: ConnectedClient,
  signal: AbortSignal,
): Promise<readonly McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    signal.throwIfAborted();
    const { tools: more, nextCursor } = await client.request(
      { method: "tools/list", ...(cursor === undefined ? {} : { params: { cursor } }) },
      ListToolsResultSchema,
      // Later than any limit of ours, which leaves timing to `limitTime`.
      { timeout: maxDelayMs },
    );
    tools.push(...more);
    if (nextCursor === undefined) return tools;
    cursor = nextCursor;
  }
  throw new Error(`its list of tools has more than ${maxPages} pages`);
}
