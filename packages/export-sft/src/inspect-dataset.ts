import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { isBlank } from "./blank.ts";
import { checkRow } from "./check-row.ts";
import type { SftProfile } from "./profile.ts";

/** One reason why a file is not accepted. */
export interface SftProblem {
  /** From 1; `null` for what concerns the whole file. */
  readonly line: number | null;
  /** Position in the row's `messages`, from 0; `null` for what concerns the whole line or file. */
  readonly message: number | null;
  /** What is wrong and where, for people; safe for a terminal. */
  readonly problem: string;
}

/** What a check of a file found. */
export interface SftValidation {
  readonly valid: boolean;
  readonly profile: string;
  /** Lines of the file; `null` when it is too large to be read. */
  readonly rows: number | null;
  readonly bytes: number;
  /** SHA-256 of the file, 64 hexadecimal digits; `null` when it is too large to be read. */
  readonly sha256: string | null;
  /** The first 100, those of the whole file before those of its lines. */
  readonly problems: readonly SftProblem[];
}

const maxProblems = 100;
const newline = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Reads a file and holds it against a profile. Rejects when the file cannot be read. */
export async function inspectDataset(path: string, profile: SftProfile): Promise<SftValidation> {
  const { name, maxBytes } = profile;
  const found = await stat(path);
  if (!found.isFile()) throw new Error("it is not a regular file");
  if (found.size > maxBytes) {
    const tooLarge = `the file has ${found.size} bytes, profile ${name} allows ${maxBytes}`;
    const problems = [fileProblem(tooLarge)];
    return { valid: false, profile: name, rows: null, bytes: found.size, sha256: null, problems };
  }
  const bytes = await readFile(path);
  const rows = countLines(bytes);
  const problems = take(findProblems(bytes, rows, profile), maxProblems);
  return {
    valid: problems.length === 0,
    profile: name,
    rows,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    problems,
  };
}

/** One by one, since a hostile file has a great many. */
function* findProblems(bytes: Buffer, rows: number, profile: SftProfile): Generator<SftProblem> {
  if (isBlank(bytes.toString())) {
    yield fileProblem("the file is blank, it needs at least one conversation");
    return;
  }
  const { name, maxRows } = profile;
  if (rows > maxRows)
    yield fileProblem(`the file has ${rows} lines, profile ${name} allows ${maxRows}`);
  let line = 0;
  for (const lineBytes of splitLines(bytes)) {
    line += 1;
    yield* findLineProblems(lineBytes, line);
  }
}

function* findLineProblems(bytes: Buffer, line: number): Generator<SftProblem> {
  const hasMark = line === 1 && byteOrderMark.every((byte, index) => bytes[index] === byte);
  if (hasMark) {
    yield { line, message: null, problem: `line ${line}: starts with a byte order mark` };
  }
  for (const { message, fault } of checkRow(hasMark ? bytes.subarray(3) : bytes)) {
    const place = message === null ? `line ${line}` : `line ${line}, message ${message}`;
    yield { line, message, problem: `${place}: ${fault}` };
  }
}

function fileProblem(problem: string): SftProblem {
  return { line: null, message: null, problem };
}

/** Splits at `\n` alone; the newline that ends the last line starts no other. */
function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const _line of splitLines(bytes)) count += 1;
  return count;
}

function take<Item>(items: Iterable<Item>, count: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}
