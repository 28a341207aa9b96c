import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Gives what is whole at once, since events must not wait for the next ones. */
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH };

const decoders = new Map([
  ["gzip", () => createGunzip(zlibOptions)],
  ["x-gzip", () => createGunzip(zlibOptions)],
  ["deflate", () => createInflate(zlibOptions)],
  ["br", () => createBrotliDecompress(brotliOptions)],
]);

/**
 * The body of an answer without its coding. None is asked for, but a request that says nothing allows
 * any (RFC 9110, section 12.5.3), and some proxies use one. A coding that is not known is left alone.
 */
export function decodeBody(body: Readable, coding: string | null): Readable {
  const makeDecoder = decoders.get(coding?.trim().toLowerCase() ?? "");
  if (makeDecoder === undefined) return body;
  // Whoever reads the decoder gets the errors of both.
  return pipeline(body, makeDecoder(), () => {});
}
