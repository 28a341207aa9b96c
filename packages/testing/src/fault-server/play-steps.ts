import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FaultBytes, FaultHead, FaultStep } from "./fault-step.ts";

/** Sends a reply, step by step. Ends early when the client has hung up. */
export async function playSteps(socket: Socket, steps: readonly FaultStep[]): Promise<void> {
  let isChunked = true;

  async function sendBody(bytes: FaultBytes): Promise<void> {
    const piece = Buffer.from(bytes as Uint8Array);
    if (!isChunked) return send(socket, piece);
    const size = `${piece.length.toString(16)}\r\n`;
    await send(socket, Buffer.concat([Buffer.from(size), piece, Buffer.from("\r\n")]));
  }

  async function drip(bytes: FaultBytes, everyMs: number): Promise<void> {
    while (!socket.destroyed) {
      await sendBody(bytes);
      // The socket keeps the process alive as long as anybody waits for this.
      await delay(everyMs, undefined, { ref: false });
    }
  }

  for (const step of steps) {
    if (socket.destroyed || step === "stall") return;
    if (step === "end") {
      if (isChunked) await send(socket, Buffer.from("0\r\n\r\n"));
    } else if (step === "close") socket.end();
    else if (step === "reset") socket.resetAndDestroy();
    else if ("head" in step) {
      isChunked = !hasFraming(step.head);
      await send(socket, Buffer.from(toHead(step.head, isChunked)));
    } else if ("body" in step) await sendBody(step.body);
    else if ("bytes" in step) await send(socket, Buffer.from(step.bytes as Uint8Array));
    else if ("until" in step) await Promise.resolve(step.until).catch(() => undefined);
    else await drip(step.drip, step.everyMs);
  }
}

/** Waits until the bytes are on their way, so that the next ones go by themselves. */
function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => resolve());
  });
}

const defaultHeaders = { "content-type": "text/event-stream" };

function hasFraming({ headers = defaultHeaders }: FaultHead): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return names.includes("content-length") || names.includes("transfer-encoding");
}

function toHead({ status = 200, headers = defaultHeaders }: FaultHead, isChunked: boolean): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const framing = isChunked ? ["transfer-encoding: chunked"] : [];
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`;
  return [statusLine, ...lines, ...framing, "", ""].join("\r\n");
}
