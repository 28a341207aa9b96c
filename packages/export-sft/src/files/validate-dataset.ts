import type { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { describeThrown, describeValue, ExportError, toSafeLine } from "@rollouts/core";
import {
  type FileInspection,
  type FileRules,
  inspectDataset,
  type SftProblem,
} from "./inspect-dataset.ts";
import { type Manifest, readManifest } from "./read-manifest.ts";
import { suffixFault } from "./suffix-fault.ts";

/** What a check of a file found. */
export interface DatasetValidation extends FileInspection {
  readonly valid: boolean;
  readonly profile: string;
  /** Whether the `<path>.meta.json` beside it is about this file; `absent` when there is none. */
  readonly manifest: "matches" | "differs" | "absent";
}

/**
 * Holds a file against rules, and against its manifest if there is one. The file is read a piece at
 * a time.
 *
 * @throws ExportError, with the cause, when there is no such file or it cannot be read.
 */
export async function validateDataset(path: string, rules: FileRules): Promise<DatasetValidation> {
  try {
    return await validate(path, rules);
  } catch (error) {
    throw new ExportError({
      path,
      message: toSafeLine(`Cannot read ${JSON.stringify(path)}: ${describeThrown(error)}.`),
      cause: error,
    });
  }
}

async function validate(path: string, rules: FileRules): Promise<DatasetValidation> {
  const manifest = await readManifest(path);
  const ofLines: SftProblem[] = [];
  const found = await inspectDataset(path, rules, (line, number) => {
    if (manifest === null || typeof manifest === "string") return;
    const problem = lineProblem(line, number, manifest);
    if (problem !== null && ofLines.length < maxLineProblems) ofLines.push(problem);
  });
  const ofName = suffixFault(path, rules);
  const ofManifest = manifest === null ? [] : manifestProblems(manifest, found, rules.name);
  const differs = ofManifest.length + ofLines.length > 0;
  const ofFile = ofName === null ? ofManifest : [problemOfFile(ofName), ...ofManifest];
  const problems = [...ofFile, ...found.problems, ...ofLines].slice(0, maxProblems);
  return {
    ...found,
    valid: problems.length === 0,
    profile: rules.name,
    manifest: manifest === null ? "absent" : differs ? "differs" : "matches",
    problems,
  };
}

const maxProblems = 100;
const maxLineProblems = 3; // after a line that was taken out, all others differ

function manifestProblems(
  manifest: Manifest | string,
  found: FileInspection,
  profile: string,
): SftProblem[] {
  if (typeof manifest === "string") return [problemOfFile(manifest)];
  const { rows, bytes, sha256 } = found;
  const actual = { profile, bytes, ...(rows === null ? {} : { rows, sha256 }) };
  const differing = Object.entries(actual).filter(
    ([key, value]) => manifest[key as keyof typeof actual] !== value,
  );
  const problems = differing.map(([key, value]) => {
    const stated = describeValue(manifest[key as keyof typeof actual]);
    return problemOfFile(`the manifest says ${key} ${stated}, it is ${describeValue(value)}`);
  });
  if (rows === null || manifest.lines.length === rows) return problems;
  return [
    ...problems,
    problemOfFile(`the manifest describes ${manifest.lines.length} rows of ${rows}`),
  ];
}

function lineProblem(line: Buffer, number: number, { lines }: Manifest): SftProblem | null {
  const stated = lines[number - 1]?.sha256;
  const hasMark = number === 1 && line.indexOf("\ufeff") === 0;
  const actual = hash("sha256", hasMark ? line.subarray(3) : line);
  if (stated === undefined || stated === actual) return null;
  const problem = `line ${number}: is not the row that the manifest describes`;
  return { line: number, message: null, problem };
}

function problemOfFile(problem: string): SftProblem {
  return { line: null, message: null, problem };
}
