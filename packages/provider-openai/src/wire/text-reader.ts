import { StringDecoder } from "node:string_decoder";

/** Turns bytes that arrive in pieces into text. */
export interface TextReader {
  /** The text of the next piece; a character that is cut comes with the piece that completes it. */
  read(bytes: Uint8Array): string;
}

/** A reader of UTF-8. Bytes that are none become U+FFFD; a byte order mark is dropped. */
export function createTextReader(): TextReader {
  const decoder = new StringDecoder("utf8");
  let isAtStart = true;
  return {
    read(bytes) {
      const text = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (!isAtStart || text === "") return text;
      isAtStart = false;
      return text.startsWith("\uFEFF") ? text.slice(1) : text;
    },
  };
}
