import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createAttemptContext } from "@rollouts/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fakeServer, memoServer, text } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";
import { openSource } from "./open-source.test-helper.ts";

afterEach(() => vi.restoreAllMocks());

describe("a server in memory", () => {
  it("is made anew for every attempt", async () => {
    const source = mcpTools({ server: memoServer });
    const [first, second] = await Promise.all([openSource(source), openSource(source)]);
    expect(await first.call("remember", { item: "a" })).toBe("a");
    expect(await first.call("remember", { item: "b" })).toBe("a b");
    expect(await second.call("remember", { item: "c" })).toBe("c");
    await Promise.all([first.close(), second.close()]);
  });

  it("may be one of the SDK's McpServer, made in a promise", async () => {
    const source = mcpTools({
      async server() {
        const server = new McpServer({ name: "sum", version: "1" });
        const inputSchema = { a: z.number(), b: z.number() };
        server.registerTool("add", { description: "Adds.", inputSchema }, ({ a, b }) =>
          text(String(a + b)),
        );
        return server;
      },
    });
    expect(await source.identity()).toMatchObject({
      kind: "mcp",
      tools: [
        {
          name: "add",
          description: "Adds.",
          parameters: { properties: { a: { type: "number" } }, required: ["a", "b"] },
        },
      ],
    });
    const { call, close } = await openSource(source);
    expect(await call("add", { a: 2, b: 3 })).toBe("5");
    await expect(call("add", { a: "two" })).rejects.toMatchObject({
      code: "mcp_tool_failed",
      message: expect.stringContaining("-32602"),
    });
    await close();
  });

  it("is closed after its connection", async () => {
    const log: string[] = [];
    const server = memoServer();
    server.onclose = () => log.push("connection");
    vi.spyOn(server, "close").mockImplementation(async () => {
      log.push("server");
      throw new Error("of no interest by then");
    });
    const { close } = await openSource(mcpTools({ server: () => server }));
    await close();
    expect(log[0]).toBe("connection");
    expect(log.at(-1)).toBe("server");
  });

  it("is refused when it is the one of another attempt", async () => {
    const server = memoServer();
    const source = mcpTools({ server: () => server });
    const { close } = await openSource(source);
    await close();
    await expect(openSource(source)).rejects.toThrow(
      "server() made the same server a second time, so attempts would share its state.",
    );
  });

  it("is refused when it is none", async () => {
    const source = mcpTools({ server: () => ({ connect: 1 }) as never });
    await expect(openSource(source)).rejects.toThrow(
      "what server() makes must be an MCP server, such as an McpServer, got an object.",
    );
  });

  it("that fails to be made is a server that cannot be opened", async () => {
    const source = mcpTools({ server: () => Promise.reject(new Error("no database")) });
    await expect(openSource(source)).rejects.toThrow(
      "The MCP server in memory could not be opened: no database.",
    );
    await expect(source.identity()).rejects.toMatchObject({ code: "mcp_server_failed" });
  });

  it("that is made after the attempt has given up is closed at once", async () => {
    const controller = new AbortController();
    const server = memoServer();
    const close = vi.spyOn(server, "close");
    let finish: (made: typeof server) => void = () => {};
    const making = new Promise<typeof server>((resolve) => {
      finish = resolve;
    });
    const context = createAttemptContext({ signal: controller.signal });
    const opening = openSource(mcpTools({ server: () => making }), context);
    controller.abort(new Error("deadline"));
    await expect(opening).rejects.toThrow("deadline");
    finish(server);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });
});

describe("a call of a tool", () => {
  it("has failed when its result says so", async () => {
    const server = () => fakeServer({ find: () => ({ ...text("not found"), isError: true }) });
    const { call, close } = await openSource(mcpTools({ server }));
    await expect(call("find")).rejects.toMatchObject({
      code: "mcp_tool_failed",
      message: "not found",
    });
    await expect(close()).resolves.toBeUndefined();
  });

  it("has failed when the server answers with an error of the protocol", async () => {
    const server = () =>
      fakeServer({
        find: () => {
          throw new Error("no index");
        },
      });
    const { call, close } = await openSource(mcpTools({ server }));
    await expect(call("find")).rejects.toMatchObject({
      code: "mcp_tool_failed",
      message: "MCP error -32603: no index",
    });
    await expect(close()).resolves.toBeUndefined();
  });

  it("has failed after its time, and the server is told to stop", async () => {
    let stopped = false;
    const server = () =>
      fakeServer({
        wait: (_input, signal) =>
          new Promise(() => {
            signal.addEventListener("abort", () => {
              stopped = true;
            });
          }),
        now: () => text("12:00"),
      });
    const { call, close } = await openSource(mcpTools({ server, callTimeoutMs: 50 }));
    await expect(call("wait")).rejects.toMatchObject({
      code: "mcp_tool_failed",
      message: "It gave no answer within 0.05 s.",
    });
    await vi.waitFor(() => expect(stopped).toBe(true));
    expect(await call("now")).toBe("12:00");
    await expect(close()).resolves.toBeUndefined();
  });

  it("ends with the reason of the attempt's signal, and is no failure of the server", async () => {
    const server = () => fakeServer({ wait: () => new Promise(() => {}) });
    const { call, close } = await openSource(mcpTools({ server }));
    const controller = new AbortController();
    const calling = call("wait", {}, controller.signal);
    const reason = new Error("deadline");
    controller.abort(reason);
    await expect(calling).rejects.toBe(reason);
    await expect(close()).resolves.toBeUndefined();
  });

  it("leaves no listener on the attempt's signal, however many there are", async () => {
    const warn = vi.spyOn(process, "emitWarning");
    const { call, close } = await openSource(mcpTools({ server: memoServer }));
    const { signal } = new AbortController();
    for (let count = 0; count < 30; count++) await call("remember", { item: "a" }, signal);
    await Promise.all(Array.from({ length: 30 }, () => call("remember", {}, signal)));
    await close();
    expect(warn).not.toHaveBeenCalled();
  });

  it("with arguments that are no object never reaches the server", async () => {
    const { call, close } = await openSource(mcpTools({ server: memoServer }));
    await expect(call("remember", ["a"])).rejects.toThrow(
      "the arguments must be a JSON object, got an array of 1.",
    );
    expect(await call("remember", { item: "b" })).toBe("b");
    await close();
  });

  it("whose result is none is a failure of the server", async () => {
    const server = () => {
      const broken = fakeServer({ find: () => text("never") });
      broken.removeRequestHandler("tools/call");
      broken.fallbackRequestHandler = async () => ({ content: "no list" });
      return broken;
    };
    const { call, close } = await openSource(mcpTools({ server }));
    await expect(call("find")).rejects.toThrow(
      'The MCP server in memory failed during the call of "find"',
    );
    await expect(close()).rejects.toMatchObject({ name: "McpServerError" });
  });
});
