import type { AgentRun } from "@rollouts/core";
import type { AttemptEntry } from "./contents/attempt-index.ts";
import type { SelectedAttempt } from "./contents/select-attempts.ts";
import { type FileIdentity, replacedFile } from "./disk/file-identity.ts";
import { PageReader } from "./disk/page-reader.ts";
import { unreadable } from "./disk/unreadable.ts";
import { toAgentRun } from "./format/attempt-line.ts";
import { atLine, type Line, readLine } from "./format/line.ts";
import {
  type AttemptLine,
  attemptLine,
  rescoreLine,
  transcriptLine,
} from "./format/line-schemas.ts";
import { checksumOf } from "./format/seal.ts";

const newline = Buffer.from("\n");

/** Where a line lies, and what its bytes are known by. */
interface StoredLine extends Omit<Line, "bytes"> {
  /** Without the newline. */
  readonly byteLength: number;
  readonly checksum: number;
}

/**
 * Reads lines of attempts in a file that was walked through, as they were then.
 *
 * @throws ResultFormatError when another file has taken its place, or it cannot be read.
 */
export class LineReader {
  readonly #path: string;
  readonly #pages: PageReader;

  constructor(path: string, identity: FileIdentity) {
    this.#path = path;
    this.#pages = new PageReader(path, identity);
  }

  /** Allows the file to be open from now on; whoever reads says when it no longer does. */
  use(): { done(): Promise<void> } {
    return this.#pages.use();
  }

  /** The `attempt` or `rescore` line of an entry. */
  async readLine(entry: AttemptEntry): Promise<AttemptLine> {
    const stored = lineOf(entry);
    const bytes = await this.#read(stored);
    const schema = entry.kind === "attempt" ? attemptLine : rescoreLine;
    return atLine(this.#path, stored, () => readLine(bytes, schema) as AttemptLine);
  }

  /** The agent run of an attempt, whose line is `line`; `null` when there is none. */
  async readRun(attempt: AttemptEntry, line: AttemptLine): Promise<AgentRun | null> {
    if (attempt.transcriptBytes === 0) return null;
    const stored = transcriptOf(attempt);
    const bytes = await this.#read(stored);
    return atLine(this.#path, stored, () => {
      const transcript = readLine(bytes, transcriptLine);
      if (transcript.taskId !== line.taskId || transcript.attemptIndex !== line.attemptIndex) {
        throw new Error("the transcript is that of another attempt than the line after it");
      }
      return toAgentRun(transcript, line);
    });
  }

  /** All lines of an attempt that counts, as they are in the file. */
  async readBytes({ attempt, verdict }: SelectedAttempt): Promise<Buffer[]> {
    const lines = attempt.transcriptBytes === 0 ? [] : [await this.#read(transcriptOf(attempt))];
    lines.push(await this.#read(lineOf(attempt)));
    if (verdict !== attempt) lines.push(await this.#read(lineOf(verdict)));
    return lines.flatMap((line) => [line, newline]);
  }

  async #read({ byteOffset, byteLength, checksum }: StoredLine): Promise<Buffer> {
    try {
      const bytes = await this.#pages.read(byteOffset, byteLength);
      if (checksumOf(bytes) !== checksum) throw replacedFile();
      return bytes;
    } catch (thrown) {
      throw unreadable(this.#path, thrown);
    }
  }
}

function lineOf({ lineNumber, byteOffset, lineBytes, lineChecksum }: AttemptEntry): StoredLine {
  return { number: lineNumber, byteOffset, byteLength: lineBytes, checksum: lineChecksum };
}

/** The transcript line right before that of an attempt which has one. */
function transcriptOf(attempt: AttemptEntry): StoredLine {
  const { lineNumber, byteOffset, transcriptBytes, transcriptChecksum } = attempt;
  return {
    number: lineNumber - 1,
    byteOffset: byteOffset - transcriptBytes,
    byteLength: transcriptBytes - 1,
    checksum: transcriptChecksum,
  };
}
