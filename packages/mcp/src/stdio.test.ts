import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAttemptContext } from "@rollouts/core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { McpServerError } from "./mcp-server-error.ts";
import { mcpTools } from "./mcp-tools.ts";
import type { McpToolsSettings } from "./mcp-tools-options.ts";
import { openSource } from "./open-source.test-helper.ts";

const script = join(import.meta.dirname, "__fixtures__/stdio-server.mjs");

interface Setting extends McpToolsSettings {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

function stdioTools(setting: Setting = {}) {
  return mcpTools({ command: process.execPath, args: [script], ...setting });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "mcp-stdio-")));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

describe("a server over stdio", { timeout: 60_000 }, () => {
  it("has a process of its own for every attempt, which is gone when it is closed", async () => {
    const source = stdioTools();
    const [first, second] = await Promise.all([openSource(source), openSource(source)]);
    expect(await first.call("remember", { item: "a" })).toBe("a");
    expect(await first.call("remember", { item: "b" })).toBe("a b");
    expect(await second.call("remember", { item: "c" })).toBe("c");

    const pids = [Number(await first.call("pid")), Number(await second.call("pid"))];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await Promise.all([first.close(), second.close()]);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it("gets the environment that is given and a few variables beside it, no secrets", async () => {
    vi.stubEnv("MODEL_API_KEY", "sk-of-the-model");
    const { call, close } = await openSource(stdioTools({ env: { GIVEN: "yes" } }));
    const names = String(await call("environment")).split(" ");
    await close();

    expect(names).toContain("GIVEN");
    expect(names).toContain("PATH");
    expect(names).not.toContain("MODEL_API_KEY");
    const known = ["GIVEN", "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("runs in the directory that is given", async () => {
    const { call, close } = await openSource(stdioTools({ cwd: folder }));
    expect(await call("directory")).toBe(folder);
    await close();
  });

  it("may write any amount to its stderr without being blocked", async () => {
    const { call, close } = await openSource(stdioTools());
    expect(await call("flood")).toBe("flooded");
    await close();
  });

  it("is ended by signals when it does not end by itself", async () => {
    const { call, close } = await openSource(stdioTools({ env: { STUBBORN: "true" } }));
    const pid = Number(await call("pid"));
    await close();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
  });

  it("that crashes has failed for the rest of the run, with the end of its stderr in the error", async () => {
    const { call, close } = await openSource(stdioTools());
    const message = `The MCP server ${process.execPath} failed during the call of "crash": MCP error -32000: Connection closed. It wrote to its stderr: out of luck`;
    const failure = await call("crash").catch((error: McpServerError) => error);
    expect(failure).toMatchObject({
      name: "McpServerError",
      code: "mcp_server_failed",
      server: process.execPath,
      retryable: true,
      message,
    });
    await expect(call("pid")).rejects.toBe(failure);
    await expect(close()).rejects.toBe(failure);
  });

  it("that crashes in production is told to the model and forgiven when it is closed", async () => {
    const context = createAttemptContext({ writes: "live" });
    const { call, close } = await openSource(stdioTools(), context);
    await expect(call("crash")).rejects.toThrow("failed during the call");
    await expect(close()).resolves.toBeUndefined();
  });
});

describe("a server over stdio that cannot be opened", { timeout: 60_000 }, () => {
  it("is described by the end of its stderr, without escapes and the values of env", async () => {
    const env = { BROKEN: "true", DATABASE_URL: "db://admin:hunter2@host" };
    await expect(openSource(stdioTools({ env }))).rejects.toThrow(
      `The MCP server ${process.execPath} could not be opened: MCP error -32000: Connection closed. It wrote to its stderr: \\u001b[31mno database at [hidden]`,
    );
  });

  it("is named when there is no such program", async () => {
    const source = mcpTools({ command: "no-such-server" });
    await expect(openSource(source)).rejects.toThrow(
      "The MCP server no-such-server could not be opened: spawn no-such-server ENOENT.",
    );
    await expect(source.identity()).rejects.toThrow("spawn no-such-server ENOENT");
  });

  it("is gone before the failure is reported, also when the client has hung up first", async () => {
    const pidFile = join(folder, "outdated");
    const source = stdioTools({ env: { OUTDATED: "true", PID_FILE: pidFile } });
    await expect(openSource(source)).rejects.toThrow(
      "could not be opened: Server's protocol version is not supported: 1999-01-01.",
    );
    expect(isAlive(Number(await readFile(pidFile, "utf8")))).toBe(false);
  });

  it("is given up after its time to start", async () => {
    const source = stdioTools({ env: { SILENT: "true" }, startTimeoutMs: 300 });
    await expect(openSource(source)).rejects.toThrow(
      `The MCP server ${process.execPath} could not be opened: it was not ready after 0.3 s.`,
    );
  });

  it("is given up when the attempt aborts, with its reason, and its process ended", async () => {
    const controller = new AbortController();
    const context = createAttemptContext({ signal: controller.signal });
    const pidFile = join(folder, "aborted");
    const opening = openSource(stdioTools({ env: { SILENT: "true", PID_FILE: pidFile } }), context);
    const outcome = opening.catch((error: unknown) => error);
    const pid = await vi.waitFor(async () => Number(await readFile(pidFile, "utf8")), 20_000);
    expect(isAlive(pid)).toBe(true);

    const reason = new Error("deadline");
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
  });
});

describe("the list of tools", { timeout: 60_000 }, () => {
  it("is fingerprinted once, and an attempt that finds another is refused", async () => {
    const list = join(folder, "list");
    await writeFile(list, "remember pid hang");
    const source = stdioTools({ env: { LIST_FILE: list } });
    const parameters = { type: "object" };
    const identity = {
      kind: "mcp",
      tools: [
        { name: "hang", parameters },
        { name: "pid", parameters },
        { name: "remember", parameters },
      ],
    };
    expect(await source.identity()).toEqual(identity);
    await writeFile(list, "remember crash");
    expect(await source.identity()).toEqual(identity);

    await expect(openSource(source)).rejects.toMatchObject({
      code: "invalid_argument",
      message: `The tools of the MCP server ${process.execPath} are not those that were listed first: crash is new, hang is gone, pid is gone. The attempts of a run must all have the same: make a new source, and start a new run.`,
    });
    await writeFile(list, "pid hang remember");
    const { names, close } = await openSource(source);
    expect(names).toEqual(["hang", "pid", "remember"]);
    await close();
  });

  it("may change in production", async () => {
    const list = join(folder, "live-list");
    await writeFile(list, "remember");
    const source = stdioTools({ env: { LIST_FILE: list } });
    await source.identity();
    await writeFile(list, "pid");
    const { names, close } = await openSource(source, createAttemptContext({ writes: "live" }));
    expect(names).toEqual(["pid"]);
    await close();
  });
});
