/** A request as it came in. */
export interface FaultRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads the requests of one connection, whose bytes come in pieces. */
export interface RequestReader {
  /** Takes the next bytes and gives the requests that they completed. */
  push(bytes: Uint8Array): FaultRequest[];
}

const headEnd = "\r\n\r\n";

/** A reader of HTTP/1.1 requests whose bodies have a `content-length`, or none. */
export function createRequestReader(): RequestReader {
  let pending = Buffer.alloc(0);

  function next(): FaultRequest | undefined {
    const end = pending.indexOf(headEnd);
    if (end === -1) return undefined;
    const [requestLine = "", ...lines] = pending.toString("latin1", 0, end).split("\r\n");
    const [method = "", path = ""] = requestLine.split(" ");
    const headers = Object.fromEntries(lines.map(readHeader));
    const start = end + headEnd.length;
    const length = Number(headers["content-length"] ?? 0);
    if (pending.length < start + length) return undefined;
    const body = pending.toString("utf8", start, start + length);
    pending = pending.subarray(start + length);
    return { method, path, headers, body };
  }

  return {
    push(bytes) {
      pending = Buffer.concat([pending, bytes]);
      const requests: FaultRequest[] = [];
      for (let request = next(); request !== undefined; request = next()) requests.push(request);
      return requests;
    },
  };
}

function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
