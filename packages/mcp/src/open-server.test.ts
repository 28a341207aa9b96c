import { afterEach, describe, expect, it, vi } from "vitest";
import type { Connection, Endpoint } from "./endpoints/endpoint.ts";
import { stdioEndpoint } from "./endpoints/stdio-endpoint.ts";
import { connect, memoServer } from "./in-memory.test-helper.ts";
import { openServer } from "./open-server.ts";
import { createSemaphore } from "./semaphore.ts";

const settings = { prefix: "", include: undefined, callTimeoutMs: 1_000, startTimeoutMs: 60_000 };
const { signal } = new AbortController();

/** A server whose connections are open when `finish` is called, one after another. */
async function slowServer() {
  const client = await connect(memoServer());
  const waiting: (() => void)[] = [];
  const connection: Connection = {
    client,
    open: () => new Promise((resolve) => waiting.push(resolve)),
    close: async () => {},
  };
  const endpoint: Endpoint = {
    label: "slow",
    secrets: [],
    starts: createSemaphore(2),
    connect: () => connection,
  };
  return { endpoint, waiting };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

describe("opening a server", () => {
  it("waits in line while as many start as may, and that is no part of its time", async () => {
    const { endpoint, waiting } = await slowServer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = [1, 2].map(() => openServer(endpoint, settings, signal));
    const third = openServer(endpoint, { ...settings, startTimeoutMs: 1_000 }, signal);
    await turn();
    expect(waiting).toHaveLength(2);
    vi.advanceTimersByTime(2_000);

    for (const finish of waiting.splice(0)) finish();
    await Promise.all(first);
    await turn();
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect((await third).tools.map(({ serverName }) => serverName)).toEqual(["remember"]);
  });

  it("leaves the line when the attempt aborts", async () => {
    const { endpoint, waiting } = await slowServer();
    const first = [1, 2].map(() => openServer(endpoint, settings, signal));
    const controller = new AbortController();
    const third = openServer(endpoint, settings, controller.signal);
    await turn();
    controller.abort(new Error("deadline"));
    await expect(third).rejects.toThrow("deadline");
    for (const finish of waiting) finish();
    await Promise.all(first);
    expect(waiting).toHaveLength(2);
  });

  it("has one line for all processes, whichever source starts them", () => {
    const { starts } = stdioEndpoint({ command: "a" });
    expect(starts).toBeDefined();
    expect(stdioEndpoint({ command: "b" }).starts).toBe(starts);
  });
});
