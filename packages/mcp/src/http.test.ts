import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createAttemptContext } from "@rollouts/core";
import { startFaultServer } from "@rollouts/testing";
import { afterEach, expect, it, vi } from "vitest";
import { memoServer } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";
import { openSource } from "./open-source.test-helper.ts";

/** A server with a session for every client, on a real socket. */
interface HttpMemoServer {
  readonly url: string;
  readonly sessions: Map<string, StreamableHTTPServerTransport>;
  /** All requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** From now on posts get an event stream without an answer, which ends so. */
  breakAnswers(finish: ((response: ServerResponse) => void) | undefined): void;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function startServer({ hangOnDelete = false } = {}): Promise<HttpMemoServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const requests: IncomingMessage[] = [];
  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await memoServer().connect(
      transport as Parameters<ReturnType<typeof memoServer>["connect"]>[0],
    );
    return transport;
  }
  let finish: ((response: ServerResponse) => void) | undefined;
  const server = createServer(async (request, response) => {
    requests.push(request);
    if (finish !== undefined && request.method !== "DELETE") {
      if (request.method === "GET") return void response.writeHead(503).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      return void response.write(": alive\n\n", () => finish?.(response));
    }
    if (hangOnDelete && request.method === "DELETE") return;
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    await (known ?? (await openSession())).handleRequest(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const breakAnswers = (how: typeof finish): void => {
    finish = how;
  };
  return { url: `http://127.0.0.1:${port}/mcp`, sessions, requests, breakAnswers };
}

it("every attempt has a session of its own, which the server is told to end", async () => {
  const { url, sessions, requests } = await startServer();
  const source = mcpTools({ url });
  const [first, second] = await Promise.all([openSource(source), openSource(source)]);
  expect(sessions.size).toBe(2);
  expect(await first.call("remember", { item: "a" })).toBe("a");
  expect(await first.call("remember", { item: "b" })).toBe("a b");
  expect(await second.call("remember", { item: "c" })).toBe("c");

  await first.close();
  expect(sessions.size).toBe(1);
  await second.close();
  expect(sessions.size).toBe(0);
  expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});

it("the list is fingerprinted in a session that ends", async () => {
  const { url, sessions } = await startServer();
  expect(await mcpTools({ url: new URL(url) }).identity()).toEqual({
    kind: "mcp",
    tools: [{ name: "remember", parameters: { type: "object" } }],
  });
  expect(sessions.size).toBe(0);
});

it("headers go with every request", async () => {
  const { url, requests } = await startServer();
  const headers = { authorization: "Bearer of-the-server" };
  const { call, close } = await openSource(mcpTools({ url, headers }));
  await call("remember", { item: "a" });
  await close();
  const sent = new Set(requests.map((request) => request.headers.authorization));
  expect([...sent]).toEqual(["Bearer of-the-server"]);
});

it("a server that refuses is described by its answer, without headers and query", async () => {
  const body = "no access for Bearer of-the-server with key=k-123456789";
  const fault = await startFaultServer([{ head: { status: 401 } }, { body }, "end"]);
  const url = `${fault.baseURL}/mcp?key=k-123456789`;
  const headers = { authorization: "Bearer of-the-server" };
  await expect(openSource(mcpTools({ url, headers }))).rejects.toMatchObject({
    name: "McpServerError",
    server: `${fault.baseURL}/mcp`,
    message: `The MCP server ${fault.baseURL}/mcp could not be opened: Streamable HTTP error: Error POSTing to endpoint: no access for [hidden] with key=[hidden].`,
  });
  await fault.stop();
});

const token = "of-the-server-1";
it.each<[string, { headers?: Record<string, string>; query?: string }, string, string]>([
  ["its scheme", { headers: { authorization: `Bearer ${token}` } }, token, "[hidden]"],
  ["its quotes", { headers: { authorization: `Token token="${token}"` } }, token, "[hidden]"],
  ["its name", { headers: { cookie: `sid=${token}; other=1` } }, token, "[hidden]"],
  ["its neighbour", { headers: { "x-api-key": `${token},another-key` } }, token, "[hidden]"],
  ["base64", { headers: { authorization: `Basic ${btoa(`me:${token}`)}` } }, token, "[hidden]"],
  [
    "its own characters",
    { headers: { authorization: 'Bearer abc"def/ghi\\jk' } },
    JSON.stringify({ got: 'Bearer abc"def/ghi\\jk' }),
    '{"got":"[hidden]"}',
  ],
  [
    "being decoded",
    { query: "?key=se%2Fcr%2Bet%3D%3D12345" },
    "/mcp?key=se%2Fcr%2Bet%3D%3D12345",
    "/mcp?key=[hidden]",
  ],
  ["a value", { query: `?${token}` }, `/mcp?${token}`, "/mcp?[hidden]"],
  ["its blank", { query: "?key=of+the+server" }, "of+the+server", "[hidden]"],
])(
  "a secret is hidden without %s as well",
  async (_what, { query = "", headers = {} }, body, shown) => {
    const fault = await startFaultServer([{ head: { status: 401 } }, { body }, "end"]);
    const source = mcpTools({ url: `${fault.baseURL}/mcp${query}`, headers });
    await expect(openSource(source)).rejects.toThrow(`Error POSTing to endpoint: ${shown}.`);
    await fault.stop();
  },
);

it("a server that nobody runs is a server that cannot be opened", async () => {
  const fault = await startFaultServer([]);
  await fault.stop();
  await expect(openSource(mcpTools({ url: fault.baseURL }))).rejects.toThrow(
    /could not be opened: fetch failed \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)/,
  );
});

it("a server that goes away has failed for the rest of the run", async () => {
  const { url } = await startServer();
  const { call, close } = await openSource(mcpTools({ url }));
  await call("remember", { item: "a" });
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  const failure = await call("remember", { item: "b" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringContaining('failed during the call of "remember": fetch failed'),
  });
  await expect(close()).rejects.toBe(failure);
});

it("a session that the server has forgotten is a failure of the server", async () => {
  const { url, sessions } = await startServer();
  const { call, close } = await openSource(mcpTools({ url }));
  sessions.clear();
  await expect(call("remember", { item: "a" })).rejects.toMatchObject({ name: "McpServerError" });
  await expect(close()).rejects.toMatchObject({ name: "McpServerError" });
});

it.each<[string, (response: ServerResponse) => void]>([
  ["breaks off", (response) => response.destroy()],
  ["ends", (response) => response.end()],
  ["can be resumed, and nobody resumes it", (response) => response.end("id: 1\ndata:\n\n")],
])("an answer whose stream %s is a failure of the server, at once", async (_how, finish) => {
  const { url, sessions, breakAnswers } = await startServer();
  const { call, close } = await openSource(mcpTools({ url }));
  breakAnswers(finish);
  const failure = await call("remember", { item: "a" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: "McpServerError",
    message: expect.stringContaining('failed during the call of "remember"'),
  });
  await expect(call("remember", { item: "b" })).rejects.toBe(failure);
  await expect(close()).rejects.toBe(failure);
  expect(sessions.size).toBe(0);
});

it("the end of an answer that nobody waits for any more is no failure", async () => {
  const { url, requests, breakAnswers } = await startServer();
  const { call, close } = await openSource(mcpTools({ url }));
  const held = new Promise<ServerResponse>((resolve) => breakAnswers(resolve));
  const controller = new AbortController();
  const left = call("remember", { item: "a" }, controller.signal).catch((error: unknown) => error);
  const response = await held;
  breakAnswers(undefined);
  const postCount = requests.length;
  controller.abort("enough");
  expect(await left).toBe("enough");
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(postCount), 20_000);
  await new Promise<void>((resolve) => response.end(resolve));
  expect(await call("remember", { item: "b" })).toBe("b");
  expect(await call("remember", { item: "c" })).toBe("b c");
  await expect(close()).resolves.toBeUndefined();
});

it("an attempt that aborts while it connects hangs up", async () => {
  const fault = await startFaultServer(["stall"]);
  const controller = new AbortController();
  const context = createAttemptContext({ signal: controller.signal });
  const opening = openSource(mcpTools({ url: fault.baseURL }), context);
  const outcome = opening.catch((error: unknown) => error);
  await vi.waitFor(() => expect(fault.requests).toHaveLength(1), 20_000);
  const reason = new Error("deadline");
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  await fault.hungUp();
  await fault.stop();
});

it("a server that does not answer the end of a session is left after a while", async () => {
  const { url } = await startServer({ hangOnDelete: true });
  const { call, close } = await openSource(mcpTools({ url }));
  expect(await call("remember", { item: "a" })).toBe("a");
  await expect(close()).resolves.toBeUndefined();
});
