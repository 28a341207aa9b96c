import { createPatience } from "./patience.ts";
import { readPieces } from "./read-pieces.ts";

/** An error page of a proxy has no end to speak of; more of it than this tells nothing. */
const maxLength = 65_536;
/** The status has come, and says most; how long to wait for the words. */
const maxWaitMs = 2000;

/** Reads the body of a failed answer, or what comes of it before it breaks or stalls. */
export async function readFailedBody(body: unknown): Promise<string> {
  const patience = createPatience();
  let text = "";

  async function readToEnd(): Promise<void> {
    for await (const piece of readPieces(body)) {
      text += piece;
      if (text.length > maxLength) return;
    }
  }

  patience.endsIn(maxWaitMs);
  // How the body ended matters no more: the call failed anyway.
  await Promise.race([readToEnd().catch(() => {}), patience.over]);
  patience.stop();
  return text.slice(0, maxLength);
}
