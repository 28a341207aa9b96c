/** Text, sent as UTF-8, or bytes as they are. */
export type FaultBytes = string | Uint8Array;

/** Status and headers of a reply. */
export interface FaultHead {
  /** @defaultValue 200 */
  readonly status?: number | undefined;
  /**
   * Sent in this order. Without `content-length` and `transfer-encoding` the body is sent in chunks, one
   * for each step.
   *
   * @defaultValue `{ "content-type": "text/event-stream" }`
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * One thing that a server does while it replies.
 *
 * - `{ head }` sends status and headers, `{ body }` a piece of the body, `{ bytes }` bytes that are not
 *   framed in any way.
 * - `{ drip, everyMs }` sends a piece of the body again and again until the client hangs up.
 * - `{ until }` waits for a promise; a rejection counts as its end.
 * - `"end"` ends the body; the connection then takes the next request.
 * - `"close"` ends the connection, in the middle of the body if that has not ended.
 * - `"reset"` breaks the connection, so that the client gets ECONNRESET.
 * - `"stall"` does nothing more and leaves the connection open.
 */
export type FaultStep =
  | { readonly head: FaultHead }
  | { readonly body: FaultBytes }
  | { readonly bytes: FaultBytes }
  | { readonly drip: FaultBytes; readonly everyMs: number }
  | { readonly until: PromiseLike<unknown> }
  | "end"
  | "close"
  | "reset"
  | "stall";
