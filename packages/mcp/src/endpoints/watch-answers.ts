import { setImmediate as nextTurn } from "node:timers/promises";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Sees answers that break off. The SDK does not say so, and waits for them until its timeout. */
export interface AnswerWatch {
  /** Makes the requests of the connection. */
  readonly fetch: FetchLike;
  /** Must be called with every message of the server. */
  received(message: JSONRPCMessage): void;
  /** Must be called with the id of every event that comes for a request: the SDK can go on from it. */
  reached(requestId: RequestId, eventId: string): void;
}

/** What the SDK sends: a request, or a notification, which has no id. */
interface SentMessage {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: { readonly requestId?: RequestId };
}

/**
 * Calls `onLost` when an event stream ends without the answer that it was opened for. One that can be
 * resumed goes on for as long as each resumption brings an event: servers may close and let poll.
 */
export function watchAnswers(onLost: () => void): AnswerWatch {
  /** Requests without an answer. */
  const open = new Set<RequestId | undefined>();
  /** The last event that came for a request. */
  const lastEvents = new Map<RequestId | undefined, string>();

  function lose(): void {
    open.clear();
    onLost();
  }

  async function post(url: string | URL, init: RequestInit): Promise<Response> {
    const { id, method, params }: SentMessage = JSON.parse(String(init.body));
    if (method === "notifications/cancelled") open.delete(params?.requestId);
    else if (method !== undefined && id !== undefined) open.add(id);
    const response = await fetch(url, init);
    if (response.body === null || !isEventStream(response)) return response;
    return follow(response, response.body, () => {
      if (open.has(id) && !lastEvents.has(id)) lose();
    });
  }

  async function resume(url: string | URL, init: RequestInit, eventId: string): Promise<Response> {
    const ids = [...lastEvents.keys()].filter((id) => lastEvents.get(id) === eventId);
    // The stream that belongs to no request. It may end and be resumed as often as it likes.
    if (ids.length === 0) return fetch(url, init);
    const awaited = ids.filter((id) => open.has(id));
    // The SDK would ask for ever; this status tells it that there is nothing.
    if (awaited.length === 0) return new Response(null, { status: 405 });
    const ended = () => {
      const broughtNothing = (id: RequestId | undefined) => lastEvents.get(id) === eventId;
      if (awaited.some((id) => open.has(id) && broughtNothing(id))) lose();
    };
    try {
      const response = await fetch(url, init);
      if (response.ok && response.body !== null) return follow(response, response.body, ended);
      ended();
      return response;
    } catch (error) {
      ended();
      throw error;
    }
  }

  return {
    async fetch(url, init = {}) {
      if (init.method === "POST") return post(url, init);
      const eventId = new Headers(init.headers).get("last-event-id");
      return eventId === null ? fetch(url, init) : resume(url, init, eventId);
    },
    received(message) {
      if (!("method" in message)) open.delete(message.id);
    },
    reached: (requestId, eventId) => void lastEvents.set(requestId, eventId),
  };
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
}

/** Passes a response on, and tells when its body has ended or broken off. */
function follow(response: Response, body: ReadableStream<Uint8Array>, onEnd: () => void): Response {
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } finally {
      // The last events are still on their way through the SDK.
      void nextTurn().then(onEnd);
    }
  }
  return new Response(ReadableStream.from(pass()), response);
}
