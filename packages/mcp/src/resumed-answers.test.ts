import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mcpTools } from "./mcp-tools.ts";
import { openSource } from "./open-source.test-helper.ts";

interface Call {
  readonly id: number;
  readonly params: { readonly name: string };
}

interface Answers {
  /** Answers a call. The stream is open. */
  readonly called: (call: Call, stream: ServerResponse) => void;
  /** Answers the request to go on after an event. */
  readonly resumed: (eventId: string, response: ServerResponse) => void;
  /** Answers the request for the stream that belongs to no call. */
  readonly listening?: (response: ServerResponse) => void;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server with the tools f and g, byte by byte. */
async function startServer({ called, resumed, listening = refuse }: Answers) {
  const resumptions: string[] = [];
  const server = createServer(async (request, response) => {
    const eventId = request.headers["last-event-id"];
    if (eventId !== undefined) {
      resumptions.push(String(eventId));
      return resumed(String(eventId), response);
    }
    if (request.method === "GET") return listening(response);
    if (request.method === "DELETE") return void response.end();
    const { id, method, params } = JSON.parse(String(Buffer.concat(await request.toArray())));
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call") return called({ id, params }, startStream(response));
    const { protocolVersion } = params ?? {};
    const capabilities = { tools: {} };
    const serverInfo = { name: "by hand", version: "1" };
    const tools = ["f", "g"].map((name) => ({ name, inputSchema: { type: "object" } }));
    const result =
      method === "initialize" ? { protocolVersion, capabilities, serverInfo } : { tools };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, resumptions };
}

function refuse(response: ServerResponse): void {
  response.writeHead(405).end();
}

function startStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 20\n\n");
  return response;
}

const mark = (eventId: string) => `id: ${eventId}\ndata:\n\n`;
const answer = (id: number | undefined) =>
  `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "fine" }] } })}\n\n`;

describe("an answer whose stream ends early", { timeout: 60_000 }, () => {
  it("is taken from the stream that goes on with it", async () => {
    let id: number | undefined;
    const { url, resumptions } = await startServer({
      called(call, stream) {
        id = call.id;
        stream.end(mark("f1"));
      },
      resumed: (_eventId, response) => startStream(response).end(answer(id)),
    });
    const { call, close } = await openSource(mcpTools({ url }));
    expect(await call("f")).toBe("fine");
    expect(resumptions).toEqual(["f1"]);
    await expect(close()).resolves.toBeUndefined();
  });

  it("is waited for while each stream that goes on with it brings an event, as servers poll", async () => {
    let id: number | undefined;
    const { url, resumptions } = await startServer({
      called(call, stream) {
        id = call.id;
        stream.end(mark("f1"));
      },
      resumed(eventId, response) {
        const count = Number(eventId.slice(1));
        startStream(response).end(count < 5 ? mark(`f${count + 1}`) : answer(id));
      },
    });
    const { call, close } = await openSource(mcpTools({ url }));
    expect(await call("f")).toBe("fine");
    expect(resumptions).toEqual(["f1", "f2", "f3", "f4", "f5"]);
    await expect(close()).resolves.toBeUndefined();
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["ends", (response) => startStream(response).end()],
    ["breaks off", (response) => startStream(response).write(": x\n\n", () => response.destroy())],
    ["ends with the event before", (response) => startStream(response).end(mark("f1"))],
    ["answers another call", (response) => startStream(response).end(answer(999))],
    ["is no stream", (response) => void response.end("{}")],
    ["has no body", (response) => void response.writeHead(204).end()],
  ])("is lost with the server when what goes on with it %s", async (_how, resumed) => {
    const { url, resumptions } = await startServer({
      called: (_call, stream) => stream.end(mark("f1")),
      resumed: (_eventId, response) => resumed(response),
    });
    const { call, close } = await openSource(mcpTools({ url, callTimeoutMs: 20_000 }));
    const failure = await call("f").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: "McpServerError",
      message: expect.stringContaining('failed during the call of "f"'),
    });
    await expect(close()).rejects.toBe(failure);
    expect(resumptions).toEqual(["f1"]);
  });

  it("is lost at once when it breaks off inside of the only event with an id", async () => {
    const { url, resumptions } = await startServer({
      called: ({ id }, stream) =>
        stream.write(`id: f1\n${answer(id).slice(0, 30)}`, () => stream.destroy()),
      resumed: (_eventId, response) => refuse(response),
    });
    const { call, close } = await openSource(mcpTools({ url }));
    await expect(call("f")).rejects.toMatchObject({ name: "McpServerError" });
    expect(resumptions).toEqual([]);
    await expect(close()).rejects.toMatchObject({ name: "McpServerError" });
  });

  it("is not lost by the end of another call's stream", async () => {
    const ids = new Map<string, number>();
    let held: ServerResponse | undefined;
    const { url } = await startServer({
      called({ id, params: { name } }, stream) {
        ids.set(name, id);
        stream.end(mark(name));
      },
      resumed(eventId, response) {
        startStream(response);
        if (eventId === "f") held = response;
        else response.end(answer(ids.get(eventId)));
      },
    });
    const { call, close } = await openSource(mcpTools({ url }));
    const slow = call("f");
    await vi.waitFor(() => expect(held).toBeDefined(), 20_000);
    expect(await call("g")).toBe("fine");
    held?.end(answer(ids.get("f")));
    expect(await slow).toBe("fine");
    await expect(close()).resolves.toBeUndefined();
  });

  it("is not lost by the stream that belongs to no call, which may end again and again", async () => {
    let held: (() => void) | undefined;
    const { url, resumptions } = await startServer({
      called({ id }, stream) {
        held = () => stream.end(answer(id));
      },
      resumed: (_eventId, response) => startStream(response).end(mark("own")),
      listening: (response) => startStream(response).end(mark("own")),
    });
    const { call, close } = await openSource(mcpTools({ url }));
    const slow = call("f");
    await vi.waitFor(() => {
      expect(held).toBeDefined();
      expect(resumptions.length).toBeGreaterThan(2);
    }, 20_000);
    held?.();
    expect(await slow).toBe("fine");
    await expect(close()).resolves.toBeUndefined();
  });

  it("is asked for no more once the call has failed by an error", async () => {
    const { url, resumptions } = await startServer({
      called({ id, params: { name } }, stream) {
        const error = { code: -32_000, message: "no luck" };
        const failed = `id: f1\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, error })}\n\n`;
        stream.end(name === "f" ? failed : answer(id));
      },
      resumed: (_eventId, response) => startStream(response).end(mark("f1")),
    });
    const { call, close } = await openSource(mcpTools({ url }));
    await expect(call("f")).rejects.toThrow("no luck");
    for (let turn = 0; turn < 20; turn++) expect(await call("g")).toBe("fine");
    await expect(close()).resolves.toBeUndefined();
    expect(resumptions).toEqual([]);
  });
});
