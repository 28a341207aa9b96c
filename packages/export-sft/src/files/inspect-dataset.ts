import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { isBlank } from "../conversation/blank.ts";
import type { ProfileLimits } from "../profiles/profile.ts";
import { checkLine, type LineRules } from "../rows/check-line.ts";
import { readLines } from "./read-lines.ts";

/** One reason why a file is not accepted. */
export interface SftProblem {
  /** From 1; `null` for what concerns the whole file. */
  readonly line: number | null;
  /** Position in the row's messages, from 0; `null` for what concerns the whole line or file. */
  readonly message: number | null;
  /** What is wrong and where, for people; safe for a terminal. */
  readonly problem: string;
}

/** What a file must be. */
export interface FileRules extends LineRules {
  /** Of the profile. */
  readonly name: string;
  readonly limits: Pick<ProfileLimits, "maxRows" | "maxBytes">;
  readonly byteOrderMark: boolean;
  /** How the name must end; `null` when it does not matter. @defaultValue null */
  readonly suffix?: string | null | undefined;
}

/** What was found in a file. */
export interface FileInspection {
  /** Lines of the file; `null` when it is too large to be read. */
  readonly rows: number | null;
  readonly bytes: number;
  /** SHA-256 of the file, 64 hexadecimal digits; `null` when it is too large to be read. */
  readonly sha256: string | null;
  /** The first 100, those of the whole file before those of its lines. */
  readonly problems: readonly SftProblem[];
}

const maxProblems = 100;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Reads a file, a piece at a time, and holds it against the rules. `onLine` sees every line without
 * its newline. Rejects when the file cannot be read.
 */
export async function inspectDataset(
  path: string,
  rules: FileRules,
  onLine: (line: Buffer, number: number) => void = () => {},
): Promise<FileInspection> {
  const { maxBytes } = rules.limits;
  const { size } = await stat(path);
  if (maxBytes !== null && size > maxBytes) {
    const tooLarge = `the file has ${size} bytes, profile ${rules.name} allows ${maxBytes}`;
    return { rows: null, bytes: size, sha256: null, problems: [fileProblem(tooLarge)] };
  }
  const hash = createHash("sha256");
  const problems: SftProblem[] = [];
  let [rows, byteCount, isBlankSoFar] = [0, 0, true];
  for await (const { bytes, lines } of readLines(path)) {
    hash.update(bytes);
    byteCount += bytes.length;
    for (const line of lines) {
      rows += 1;
      isBlankSoFar &&= isBlank(line.toString());
      take(findLineProblems(line, rows, rules), problems);
      onLine(line, rows);
    }
  }
  const ofFile = fileProblems(rows, isBlankSoFar, rules);
  return {
    rows,
    bytes: byteCount,
    sha256: hash.digest("hex"),
    problems: isBlankSoFar ? ofFile : [...ofFile, ...problems].slice(0, maxProblems),
  };
}

function fileProblems(rows: number, isBlankFile: boolean, rules: FileRules): SftProblem[] {
  if (isBlankFile) return [fileProblem("the file is blank, it needs at least one conversation")];
  const { maxRows } = rules.limits;
  if (maxRows === null || rows <= maxRows) return [];
  return [fileProblem(`the file has ${rows} lines, profile ${rules.name} allows ${maxRows}`)];
}

function* findLineProblems(bytes: Buffer, line: number, rules: FileRules): Generator<SftProblem> {
  const hasMark = line === 1 && byteOrderMark.every((byte, index) => bytes[index] === byte);
  if (hasMark && !rules.byteOrderMark) yield lineProblem(line, "starts with a byte order mark");
  if (line === 1 && rules.byteOrderMark && !hasMark) {
    yield lineProblem(line, "lacks the byte order mark at its start");
  }
  for (const { message, fault } of checkLine(hasMark ? bytes.subarray(3) : bytes, rules)) {
    if (message === null) yield lineProblem(line, fault);
    else yield { line, message, problem: `line ${line}, message ${message}: ${fault}` };
  }
}

function lineProblem(line: number, fault: string): SftProblem {
  return { line, message: null, problem: `line ${line}: ${fault}` };
}

function fileProblem(problem: string): SftProblem {
  return { line: null, message: null, problem };
}

/** One by one, since a hostile line has a great many. */
function take(found: Iterable<SftProblem>, problems: SftProblem[]): void {
  if (problems.length >= maxProblems) return;
  for (const problem of found) {
    problems.push(problem);
    if (problems.length >= maxProblems) return;
  }
}
