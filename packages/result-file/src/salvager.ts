import type { ResultFormatError } from "@rollouts/core";
import { FileState } from "./contents/file-state.ts";
import type { Line } from "./format/line.ts";

/** A line, or a part of one, that was not recovered. */
export interface LeftLine {
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly reason: string;
}

/** Where one sealed line ends and another begins when the newline between them is lost. */
const seam = Buffer.from('"}{"type":"');

/** Sorts the lines of a damaged file into those that are whole and those that are left. */
export class Salvager {
  lineCount = 0;
  attemptCount = 0;
  readonly left: LeftLine[] = [];
  readonly #state: FileState;
  #recovered: Buffer[] = [];
  /** A transcript that waits for the line that makes it count. */
  #held: Line | null = null;

  constructor(path: string) {
    this.#state = new FileState(path);
  }

  /** @throws ResultFormatError for the header: without it nothing can be told apart. */
  take(line: Line): void {
    const fault = this.#accept(line);
    if (fault === null) return;
    const parts = splitAtSeams(line);
    if (parts.length === 1) this.#leave(line, fault);
    else for (const part of parts) this.#takePart(part);
  }

  /** What was recovered since the last call, newlines included. */
  collect(): readonly Buffer[] {
    const recovered = this.#recovered;
    this.#recovered = [];
    return recovered;
  }

  /** Leaves what came after the last newline, too. */
  finish({ bytes, ...place }: Omit<LeftLine, "reason">): void {
    this.#leaveHeld();
    if (bytes > 0) this.left.push({ ...place, bytes, reason: "the last line has no end" });
    this.left.sort((a, b) => a.byteOffset - b.byteOffset);
  }

  #takePart(part: Line): void {
    const fault = this.#accept(part);
    if (fault !== null) this.#leave(part, fault);
  }

  #accept(line: Line): ResultFormatError | null {
    try {
      const kind = this.#state.take(line);
      if (kind === "commit") this.#keepHeld();
      else this.#leaveHeld();
      if (kind === "transcript") this.#held = { ...line, bytes: Buffer.from(line.bytes) };
      else this.#keep(line);
      if (kind === "commit" || kind === "attempt") this.attemptCount += 1;
      return null;
    } catch (thrown) {
      return thrown as ResultFormatError;
    }
  }

  #keep({ bytes }: Line): void {
    this.#recovered.push(Buffer.concat([bytes, Buffer.from("\n")]));
    this.lineCount += 1;
  }

  #keepHeld(): void {
    if (this.#held !== null) this.#keep(this.#held);
    this.#held = null;
  }

  #leaveHeld(): void {
    if (this.#held !== null) this.#report(this.#held, "a transcript without its attempt");
    this.#held = null;
  }

  #leave(line: Line, fault: ResultFormatError): void {
    if (this.#state.plan === null) throw fault;
    this.#report(line, fault.problem);
  }

  #report({ number, byteOffset, bytes }: Line, reason: string): void {
    this.left.push({ line: number, byteOffset, bytes: bytes.length, reason });
  }
}

/** The parts of a line that look like lines of their own. */
function splitAtSeams(line: Line): Line[] {
  const parts: Line[] = [];
  let start = 0;
  for (let seamAt = line.bytes.indexOf(seam); ; seamAt = line.bytes.indexOf(seam, start)) {
    const end = seamAt === -1 ? line.bytes.length : seamAt + 2;
    const byteOffset = line.byteOffset + start;
    parts.push({ number: line.number, byteOffset, bytes: line.bytes.subarray(start, end) });
    if (seamAt === -1) return parts;
    start = end;
  }
}
