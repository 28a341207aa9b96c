/** What lets the user's code and a live view share a terminal. */
export interface Diversion {
  /** Gives the streams back, and logs what was printed last without a line break. */
  end(): void;
}

type Stream = NodeJS.WriteStream;

/**
 * While a live view owns the terminal, what the user's code prints there goes through the view, line by
 * line. Streams that are no terminal are left alone.
 */
export function divertOutput(streams: readonly Stream[], log: (line: string) => void): Diversion {
  const ends = streams.filter(({ isTTY }) => isTTY).map((stream) => divert(stream, log));
  return { end: () => ends.forEach((end) => void end()) };
}

function divert(stream: Stream, log: (line: string) => void): () => void {
  const { write } = stream;
  let rest = "";
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    const lines = (rest + toText(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) log(line);
    const done = more.find((each) => typeof each === "function");
    if (done !== undefined) queueMicrotask(() => (done as () => void)());
    return true;
  };
  return () => {
    stream.write = write;
    if (rest !== "") log(rest);
    rest = "";
  };
}

function toText(chunk: string | Uint8Array): string {
  return typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
}
