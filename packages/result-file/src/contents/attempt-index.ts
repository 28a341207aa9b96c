import { unscoredCauses } from "../format/line-schemas.ts";
import type { VerdictFacts } from "../format/verdict.ts";

/** Where a line of an attempt lies in the file. */
export interface AttemptEntry {
  readonly kind: "attempt" | "rescore";
  /** Number of the task, with the input that it had, see `TaskInputs`. */
  readonly taskInput: number;
  readonly attemptIndex: number;
  readonly verdict: VerdictFacts;
  readonly byteOffset: number;
  readonly lineBytes: number;
  /** What the line is known by, see `checksumOf`. */
  readonly lineChecksum: number;
  readonly lineNumber: number;
  /** Length of the transcript line right before it, its newline included; 0 when there is none. */
  readonly transcriptBytes: number;
  /** What that line is known by; 0 when there is none. */
  readonly transcriptChecksum: number;
}

const blockSize = 1 << 12;

/** One block of columns: 45 bytes a line. */
interface Block {
  readonly byteOffsets: Float64Array;
  readonly lineBytes: Uint32Array;
  readonly lineChecksums: Uint32Array;
  readonly lineNumbers: Uint32Array;
  readonly transcriptBytes: Uint32Array;
  readonly transcriptChecksums: Uint32Array;
  readonly taskInputs: Uint32Array;
  readonly attemptIndexes: Uint32Array;
  /** Of scores; NaN for none. */
  readonly values: Float64Array;
  /** The number of the cause when there is no score, and the flags below. */
  readonly flags: Uint8Array;
}

const passedFlag = 64;
const rescoreFlag = 128;

/**
 * Where every `attempt` and `rescore` line lies. Numbers in typed arrays, since an object for each
 * of a million attempts would take ten times the memory.
 */
export class AttemptIndex {
  readonly #blocks: Block[] = [];
  #size = 0;
  #taskInputCount = 0;
  /** Entries ordered by task input, those of one in file order. */
  #order = new Uint32Array(0);
  /** Where the entries of each task input begin in that order. */
  #starts = new Uint32Array(1);

  add(entry: AttemptEntry): void {
    const slot = this.#size % blockSize;
    if (slot === 0) this.#blocks.push(createBlock());
    const block = this.#blocks.at(-1) as Block;
    block.byteOffsets[slot] = entry.byteOffset;
    block.lineBytes[slot] = entry.lineBytes;
    block.lineChecksums[slot] = entry.lineChecksum;
    block.lineNumbers[slot] = entry.lineNumber;
    block.transcriptBytes[slot] = entry.transcriptBytes;
    block.transcriptChecksums[slot] = entry.transcriptChecksum;
    block.taskInputs[slot] = entry.taskInput;
    block.attemptIndexes[slot] = entry.attemptIndex;
    const { verdict } = entry;
    block.values[slot] = "value" in verdict ? verdict.value : Number.NaN;
    block.flags[slot] = toFlags(verdict) | (entry.kind === "rescore" ? rescoreFlag : 0);
    this.#size += 1;
    this.#taskInputCount = Math.max(this.#taskInputCount, entry.taskInput + 1);
  }

  /** Groups the entries by task input. To be called once, when all are there. */
  group(): void {
    const starts = new Uint32Array(this.#taskInputCount + 1);
    for (let number = 0; number < this.#size; number++) {
      const next = this.#taskInputOf(number) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let taskInput = 0; taskInput < this.#taskInputCount; taskInput++) {
      starts[taskInput + 1] = (starts[taskInput + 1] ?? 0) + (starts[taskInput] ?? 0);
    }
    const order = new Uint32Array(this.#size);
    const next = starts.slice();
    for (let number = 0; number < this.#size; number++) {
      const taskInput = this.#taskInputOf(number);
      const place = next[taskInput] ?? 0;
      order[place] = number;
      next[taskInput] = place + 1;
    }
    this.#order = order;
    this.#starts = starts;
  }

  /** The entries of one task input, in file order; none for one without attempts. */
  *entriesOf(taskInput: number): Generator<AttemptEntry, void, undefined> {
    const end = this.#starts[taskInput + 1] ?? 0;
    for (let place = this.#starts[taskInput] ?? 0; place < end; place++) {
      yield this.#entry(this.#order[place] ?? 0);
    }
  }

  #taskInputOf(number: number): number {
    const block = this.#blocks[Math.floor(number / blockSize)] as Block;
    return block.taskInputs[number % blockSize] ?? 0;
  }

  #entry(number: number): AttemptEntry {
    const block = this.#blocks[Math.floor(number / blockSize)] as Block;
    const slot = number % blockSize;
    const flags = block.flags[slot] ?? 0;
    return {
      kind: flags & rescoreFlag ? "rescore" : "attempt",
      verdict: toVerdict(block.values[slot] ?? Number.NaN, flags),
      byteOffset: block.byteOffsets[slot] ?? 0,
      lineBytes: block.lineBytes[slot] ?? 0,
      lineChecksum: block.lineChecksums[slot] ?? 0,
      lineNumber: block.lineNumbers[slot] ?? 0,
      transcriptBytes: block.transcriptBytes[slot] ?? 0,
      transcriptChecksum: block.transcriptChecksums[slot] ?? 0,
      taskInput: block.taskInputs[slot] ?? 0,
      attemptIndex: block.attemptIndexes[slot] ?? 0,
    };
  }
}

function createBlock(): Block {
  return {
    byteOffsets: new Float64Array(blockSize),
    lineBytes: new Uint32Array(blockSize),
    lineChecksums: new Uint32Array(blockSize),
    lineNumbers: new Uint32Array(blockSize),
    transcriptBytes: new Uint32Array(blockSize),
    transcriptChecksums: new Uint32Array(blockSize),
    taskInputs: new Uint32Array(blockSize),
    attemptIndexes: new Uint32Array(blockSize),
    values: new Float64Array(blockSize),
    flags: new Uint8Array(blockSize),
  };
}

function toFlags(verdict: VerdictFacts): number {
  if ("value" in verdict) return verdict.passed ? passedFlag : 0;
  return unscoredCauses.indexOf(verdict.cause);
}

function toVerdict(value: number, flags: number): VerdictFacts {
  if (!Number.isNaN(value)) return { value, passed: (flags & passedFlag) !== 0 };
  return { cause: unscoredCauses[flags & ~rescoreFlag] ?? "error" };
}
