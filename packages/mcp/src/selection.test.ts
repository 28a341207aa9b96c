import { describe, expect, it } from "vitest";
import { fakeServer, memoServer, text } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";
import type { McpToolsSettings } from "./mcp-tools-options.ts";
import { openSource } from "./open-source.test-helper.ts";

const answer = () => text("ok");

async function namesOf(
  names: readonly string[],
  settings: McpToolsSettings = {},
  pageSize?: number,
): Promise<readonly string[]> {
  const tools = Object.fromEntries(names.map((name) => [name, answer]));
  const source = mcpTools({ server: () => fakeServer(tools, pageSize), ...settings });
  const opened = await openSource(source);
  await opened.close();
  return opened.names;
}

describe("the tools that are offered", () => {
  it("are those of all pages, sorted by name", async () => {
    expect(await namesOf(["d", "b", "e", "a", "c"], {}, 2)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("are those in include", async () => {
    expect(await namesOf(["a", "b", "c"], { include: ["c", "a"] })).toEqual(["a", "c"]);
  });

  it("have the prefix, and are called by the server's own names", async () => {
    const { names, call, close } = await openSource(
      mcpTools({ server: memoServer, prefix: "notes_", include: ["remember"] }),
    );
    expect(names).toEqual(["notes_remember"]);
    expect(await call("notes_remember", { item: "a" })).toBe("a");
    await close();
  });

  it("have names that providers accept", async () => {
    expect(await namesOf(["files.read/all", "ü"])).toEqual(["_", "files_read_all"]);
  });

  it("are without those that only run as tasks", async () => {
    const listed = { execution: { taskSupport: "required" as const } };
    const server = () => fakeServer({ research: { answer, listed }, find: answer });
    const { names, close } = await openSource(mcpTools({ server }));
    expect(names).toEqual(["find"]);
    await close();
  });

  it("are frozen", async () => {
    const { tools, close } = await mcpTools({ server: memoServer }).open({
      writes: "sealed",
      signal: new AbortController().signal,
    } as never);
    expect(Object.isFrozen(tools[0]?.spec.parameters)).toBe(true);
    await close();
  });
});

describe("tools that cannot be offered", () => {
  it.each([
    [["a.b", "a/b"], {}, 'would both be named "a_b". Leave one out with include.'],
    [["a"], { include: ["b"] }, "include must be names of tools of the MCP server in memory (a)"],
    [["a".repeat(60)], { prefix: "five_" }, "must be 1 to 64 characters long, with its prefix"],
    [[], {}, "The MCP server in memory has no tools"],
    [["a"], { include: [] }, "The MCP server in memory has no tools"],
  ] satisfies [string[], McpToolsSettings, string][])(
    "are refused: %j with %j",
    async (names, settings, message) => {
      await expect(namesOf(names, settings)).rejects.toMatchObject({
        code: "invalid_argument",
        message: expect.stringContaining(message),
      });
    },
  );

  it("are refused when their list never ends", async () => {
    const server = () => {
      const endless = fakeServer({});
      const page = { tools: [], nextCursor: "again" };
      endless.fallbackRequestHandler = async () => page;
      endless.removeRequestHandler("tools/list");
      return endless;
    };
    await expect(openSource(mcpTools({ server }))).rejects.toThrow(
      "its list of tools has more than 1000 pages",
    );
  });
});

describe("the fingerprint", () => {
  it("is over what the model sees: prefix and selection count, the order of the server does not", async () => {
    const identify = (names: readonly string[], settings: McpToolsSettings = {}) => {
      const tools = Object.fromEntries(names.map((name) => [name, answer]));
      return mcpTools({ server: () => fakeServer(tools), ...settings }).identity();
    };
    const identity = await identify(["a", "b"]);
    expect(await identify(["b", "a"])).toEqual(identity);
    expect(await identify(["a", "b"], { callTimeoutMs: 5 })).toEqual(identity);
    expect(await identify(["a", "b", "c"], { include: ["a", "b"] })).toEqual(identity);
    expect(await identify(["a", "b"], { prefix: "x_" })).not.toEqual(identity);
    expect(await identify(["a"])).not.toEqual(identity);
  });

  it("is taken from one listing, however often and by how many it is asked for", async () => {
    let made = 0;
    const source = mcpTools({
      server: () => {
        made += 1;
        return memoServer();
      },
    });
    await Promise.all([source.identity(), source.identity()]);
    await source.identity();
    expect(made).toBe(1);
  });

  it("is asked for again after a failure", async () => {
    let made = 0;
    const source = mcpTools({
      server: () => {
        made += 1;
        if (made === 1) throw new Error("busy");
        return memoServer();
      },
    });
    await expect(source.identity()).rejects.toThrow("busy");
    await expect(source.identity()).resolves.toMatchObject({ kind: "mcp" });
  });
});
