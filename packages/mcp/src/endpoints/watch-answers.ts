import { setImmediate as nextTurn } from "node:timers/promises";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** Sees answers that break off. The SDK does not say so, and waits for them until its timeout. */
export interface AnswerWatch {
  /** Makes the requests of the connection. */
  readonly fetch: FetchLike;
  /** Must be called with every message of the server. */
  received(message: JSONRPCMessage): void;
}

/** What the SDK sends: a request, or a notification, which has no id. */
interface SentMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
}

/** Calls `onLost` when an event stream ends without the answer that it was opened for. */
export function watchAnswers(onLost: () => void): AnswerWatch {
  /** Requests without an answer. */
  const open = new Set<unknown>();
  /** Those whose stream has ended, and which the SDK asks for again. */
  const resumed = new Set<unknown>();

  function settle(id: unknown): void {
    open.delete(id);
    resumed.delete(id);
  }

  async function streamEnded(id: unknown, canResume: boolean): Promise<void> {
    // The last events are still on their way through the SDK.
    await nextTurn();
    if (!open.has(id)) return;
    if (canResume) resumed.add(id);
    else onLost();
  }

  async function post(url: string | URL, init: RequestInit): Promise<Response> {
    const { id, method, params }: SentMessage = JSON.parse(String(init.body));
    if (method === "notifications/cancelled") settle(params?.requestId);
    else if (method !== undefined && id !== undefined) open.add(id);
    const response = await fetch(url, init);
    if (response.body === null || !isEventStream(response)) return response;
    const events = follow(response.body, (canResume) => void streamEnded(id, canResume));
    return new Response(ReadableStream.from(events), response);
  }

  async function resume(url: string | URL, init: RequestInit): Promise<Response> {
    let isOk = false;
    try {
      const response = await fetch(url, init);
      isOk = response.ok;
      return response;
    } finally {
      if (!isOk && resumed.size > 0) onLost();
    }
  }

  return {
    async fetch(url, init = {}) {
      if (init.method === "POST") return post(url, init);
      const isResumption = new Headers(init.headers).has("last-event-id");
      return isResumption ? resume(url, init) : fetch(url, init);
    },
    received(message) {
      if (!("method" in message)) settle(message.id);
    },
  };
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
}

/** Passes a stream on, and tells when it has ended and whether it had ids to go on from. */
async function* follow(
  body: ReadableStream<Uint8Array>,
  onEnd: (canResume: boolean) => void,
): AsyncGenerator<Uint8Array> {
  let canResume = false;
  let tail = "\n";
  try {
    for await (const bytes of body) {
      const text = tail + Buffer.from(bytes).toString("latin1");
      canResume ||= /[\r\n]id: ?[^ \r\n]/.test(text);
      tail = text.slice(-5);
      yield bytes;
    }
  } finally {
    onEnd(canResume);
  }
}
