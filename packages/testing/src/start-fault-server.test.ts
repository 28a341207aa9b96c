import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { InvalidArgumentError } from "@rollouts/core";
import { afterEach, describe, expect, it } from "vitest";
import { type FaultScript, type FaultServer, startFaultServer } from "./start-fault-server.ts";

let server: FaultServer | undefined;
async function serve(script: FaultScript): Promise<FaultServer> {
  server = await startFaultServer(script);
  return server;
}
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

function post(at: FaultServer, body = "{}"): Promise<Response> {
  return fetch(`${at.baseURL}/chat?x=1`, { method: "POST", body });
}

/** A request on a bare socket. */
function ask(at: FaultServer): Socket {
  const { hostname, port } = new URL(at.baseURL);
  const socket = connect(Number(port), hostname);
  socket.write("POST /v1/x HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}");
  return socket;
}

describe("the fault server", () => {
  it("sends exactly these bytes", async () => {
    const at = await serve([
      { head: { status: 503, headers: { "X-Odd": "1" } } },
      { body: "aé" },
      { bytes: "zz\r\n" },
      "close",
    ]);
    expect(await text(ask(at))).toBe(
      "HTTP/1.1 503 Service Unavailable\r\nX-Odd: 1\r\ntransfer-encoding: chunked\r\n\r\n3\r\naé\r\nzz\r\n",
    );
  });

  it("sends a body as it is when the head frames it", async () => {
    const at = await serve([
      { head: { headers: { "content-length": "5" } } },
      { body: "ab" },
      "close",
    ]);
    expect(await text(ask(at))).toBe("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab");
  });

  it("replies to one request after another on a connection that it leaves open", async () => {
    const at = await serve((request, index) => [
      { head: {} },
      { body: `${index} ${request.body}` },
      "end",
    ]);
    const replies: string[] = [];
    for (const body of ["ü", "b"]) {
      replies.push(await (await post(at, body)).text());
      await nextTurn(); // fetch takes a connection for free only then
    }
    expect(replies).toEqual(["0 ü", "1 b"]);
    expect(at.connectionCount()).toBe(1);
    expect(at.requests[0]).toMatchObject({ method: "POST", path: "/v1/chat?x=1", body: "ü" });
    expect(at.requests[0]?.headers["content-length"]).toBe("2");
  });

  it.each(["close", "reset"] as const)("breaks a body off by %s", async (word) => {
    const at = await serve([{ head: {} }, { body: "half" }, word]);
    const reply = await post(at);
    await expect(reply.text()).rejects.toThrow();
    await at.hungUp();
    expect(at.openCount()).toBe(0);
  });

  it("resets a connection before any byte", async () => {
    const at = await serve(["reset"]);
    await expect(post(at)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/RESET|SOCKET/) },
    });
  });

  it("stalls, and sees that the client hangs up", async () => {
    const at = await serve([{ head: {} }, { body: "one" }, "stall"]);
    const socket = ask(at);
    await once(socket, "data");
    expect(at.openCount()).toBe(1);
    socket.destroy();
    await at.hungUp();
    expect(at.openCount()).toBe(0);
  });

  it("waits for promises, and drips until the client hangs up", async () => {
    let go: (value?: unknown) => void = () => {};
    const until = new Promise((resolve) => {
      go = resolve;
    });
    const at = await serve([{ head: {} }, { until }, { drip: ": alive\n\n", everyMs: 1 }]);
    const socket = ask(at);
    await once(socket, "data");
    go();
    let read = "";
    socket.on("data", (bytes) => {
      read += bytes;
      if (read.length >= 50) socket.destroy();
    });
    await at.hungUp();
    expect(read).toMatch(/^(9\r\n: alive\n\n\r\n){3}/);
  });

  it.each<[unknown, string]>([
    ["stall", 'script must be a list of steps, got "stall"'],
    [["explode"], 'script[0] must be a step of a reply, got "explode"'],
    [[{ boddy: "" }], 'unknown key "boddy"'],
    [["end", {}], "script[1] must be a step with one of head, body, bytes, drip and until"],
    [[{ body: "a", bytes: "b" }], "script[0] must be a step with one of head, body,"],
    [[{ head: 5 }], "script[0].head must be an object"],
    [[{ head: null }], "script[0].head must be an object"],
    [[{ head: { state: 200 } }], 'unknown key "state"'],
    [[{ head: { status: "x" } }], "script[0].head.status must be an integer from 100 to 999"],
    [[{ head: { status: 99 } }], "script[0].head.status must be an integer from 100 to 999"],
    [[{ head: { headers: [] } }], "script[0].head.headers must be an object"],
    [[{ head: { headers: { "a b": "" } } }], "script[0].head.headers must be an object with names"],
    [[{ head: { headers: { a: 5 } } }], "script[0].head.headers.a must be a text of one line"],
    [[{ head: { headers: { a: "b\r\nc: d" } } }], "script[0].head.headers.a must be a text of"],
    [[{ body: 5 }], "script[0].body must be a text or a Uint8Array, got 5"],
    [[{ body: undefined }], "script[0].body must be a text or a Uint8Array"],
    [[{ bytes: [1] }], "script[0].bytes must be a text or a Uint8Array"],
    [[{ drip: "a" }], "script[0].everyMs must be a number of milliseconds"],
    [[{ drip: "a", everyMs: Number.NaN }], "script[0].everyMs must be a number of milliseconds"],
    [[{ drip: "a", everyMs: -1 }], "script[0].everyMs must be a number of milliseconds"],
    [[{ body: "a", everyMs: 1 }], "script[0].everyMs must be left out of a step without drip"],
    [[{ until: 5 }], "script[0].until must be a promise"],
    [[{ until: {} }], "script[0].until must be a promise"],
  ])("refuses a script that is none: %j", async (script, problem) => {
    const start = startFaultServer(script as never);
    await expect(start).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(start).rejects.toThrow(problem);
  });

  it("says at the end that a script's function gave no steps", async () => {
    const at = await startFaultServer(() => [{ body: 5 }] as never);
    await expect(post(at)).rejects.toThrow();
    await expect(at.stop()).rejects.toThrow(
      "The reply[0].body must be a text or a Uint8Array, got 5",
    );
  });

  it("says at the end what a script's function threw", async () => {
    const at = await startFaultServer(() => {
      throw new Error("broken script");
    });
    await expect(post(at)).rejects.toThrow();
    await expect(at.stop()).rejects.toThrow("broken script");
  });

  it("leaves no timer of a drip behind", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout");
    const before = timers().length;
    const at = await startFaultServer([{ head: {} }, { drip: "a", everyMs: 600_000 }]);
    const socket = ask(at);
    let read = "";
    for await (const bytes of socket) {
      read += bytes;
      if (read.endsWith("a\r\n")) break; // this destroys the socket
    }
    await at.stop();
    expect(timers().length).toBeLessThanOrEqual(before);
  });

  it("frees the port with connections open", async () => {
    const at = await startFaultServer(["stall"]);
    const { hostname, port } = new URL(at.baseURL);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    await at.stop();
    await once(socket, "close");
    expect(at.openCount()).toBe(0);
  });
});
