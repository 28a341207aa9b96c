import { invalidArgument } from "@rollouts/core";

/** What a view writes to, such as `process.stderr`. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** True while a slow reader has not taken what was written. */
  readonly writableNeedDrain?: boolean | undefined;
  /** Node's terminals answer false under `NO_COLOR` and for a dumb terminal. */
  hasColors?(): boolean;
  write(text: string): unknown;
  on(event: "resize" | "error", listener: (...details: unknown[]) => void): unknown;
  off(event: "resize" | "error", listener: (...details: unknown[]) => void): unknown;
}

export function checkStream(stream: unknown): void {
  const { write, on, off } = (stream ?? {}) as Partial<OutputStream>;
  if ([write, on, off].every((method) => typeof method === "function")) return;
  throw invalidArgument("stream", "a stream to write to, such as process.stderr", stream);
}

const borne = new WeakSet<OutputStream>();

/**
 * From now on, an error of the stream does not end the process, which it does when nobody listens.
 * The listener stays, since a terminal may tell long after the last write that it has gone.
 */
export function bearErrors(stream: OutputStream): void {
  if (borne.has(stream)) return;
  borne.add(stream);
  stream.on("error", () => {});
}
