import type { Stream } from "node:stream";

/** More than is ever shown, so that what is hidden in it is not cut in two. */
const maxBytes = 8_000;

/** Reads a stream to its end, so that its writer never has to wait, and gives what came last. */
export function readTail(stream: Stream): () => string {
  let tail = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
  });
  return () => tail.toString("utf8");
}
