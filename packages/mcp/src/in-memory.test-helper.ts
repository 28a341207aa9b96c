import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from "@modelcontextprotocol/sdk/types.js";

/** What a call is answered with. */
export type Answer = (
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => CallToolResult | Promise<CallToolResult>;

/** A tool of a server, listed as `listed` says beside its name. */
export interface FakeTool {
  readonly answer: Answer;
  readonly listed?: Partial<McpTool> | undefined;
}

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

/** A server in this process with the given tools; a page of its list holds `pageSize` of them. */
export function fakeServer(
  tools: Readonly<Record<string, FakeTool | Answer>>,
  pageSize = 100,
): Server {
  const server = new Server({ name: "fake", version: "1" }, { capabilities: { tools: {} } });
  const entries = Object.entries(tools).map(
    ([name, given]) => [name, typeof given === "function" ? { answer: given } : given] as const,
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const page = entries.slice(start, start + pageSize);
    const isLast = start + pageSize >= entries.length;
    return {
      tools: page.map(([name, { listed }]) => ({
        name,
        inputSchema: { type: "object" as const },
        ...listed,
      })),
      ...(isLast ? {} : { nextCursor: String(start + pageSize) }),
    };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = entries.find(([name]) => name === params.name)?.[1];
    if (tool === undefined) throw new Error(`no tool ${params.name}`);
    return tool.answer(params.arguments ?? {}, signal);
  });
  return server;
}

/** A server that keeps what it is told, for as long as it lives. */
export function memoServer(): Server {
  const items: string[] = [];
  return fakeServer({
    remember: ({ item }) => {
      items.push(String(item));
      return text(items.join(" "));
    },
  });
}

/** A client that is connected to a server in this process. */
export async function connect(server: Server): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(clientSide);
  return client;
}
