import { AnswerFault } from "./answer-fault.ts";
import { createTextReader } from "./text-reader.ts";

/** No answer is as long as this; a server that never stops must not fill the memory. */
const maxLength = 64 * 1024 * 1024;

/**
 * Reads the body of an answer as text, piece by piece. Calls `onEnd` when there is no more of it.
 *
 * @throws AnswerFault for a body that is too long, or that nobody can read; else what the connection
 * throws.
 */
export async function* readPieces(
  body: unknown,
  onEnd: () => void = () => {},
): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  if (!isIterable(body)) throw new AnswerFault("the answer of the client has no readable body");
  const reader = createTextReader();
  let length = 0;
  for await (const bytes of body) {
    const text = reader.read(bytes);
    length += text.length;
    if (length > maxLength) throw new AnswerFault(`it is longer than ${maxLength} characters`);
    yield text;
  }
  onEnd();
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}
