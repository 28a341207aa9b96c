import { hash } from "node:crypto";
import {
  describeThrown,
  ExportError,
  invalidArgument,
  isRolloutsError,
  toSafeLine,
} from "@rollouts/core";
import { checkPath } from "./check-arguments.ts";
import { readLines } from "./files/read-lines.ts";
import { readManifest } from "./files/read-manifest.ts";

/** The attempt that a row comes from. */
export interface RowOrigin {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  /** Value of the score, from 0 to 1. */
  readonly score: number;
  /** Name of the environment. */
  readonly env: string | null;
  readonly envFingerprint: string | null;
  readonly policyFingerprint: string | null;
  /** SHA-256 of the line without its newline, 64 hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Goes from a line of a data set back to its attempt, by the manifest beside it. `line` counts from
 * 1, as editors do.
 *
 * @throws InvalidArgumentError for arguments that cannot be used. ExportError when there is no such
 * file, manifest or line, or the line is not the one that the manifest describes.
 */
export async function traceRow(path: string, line: number): Promise<RowOrigin> {
  checkPath(path);
  if (!Number.isSafeInteger(line) || line < 1) {
    throw invalidArgument("line", "a whole number >= 1", line);
  }
  try {
    return await trace(path, line);
  } catch (error) {
    if (isRolloutsError(error)) throw error;
    const message = `Cannot trace ${JSON.stringify(path)}: ${describeThrown(error)}.`;
    throw new ExportError({ path, message: toSafeLine(message), cause: error });
  }
}

async function trace(path: string, line: number): Promise<RowOrigin> {
  const manifest = await readManifest(path);
  if (manifest === null)
    throw new Error(`there is no manifest ${JSON.stringify(`${path}.meta.json`)}`);
  if (typeof manifest === "string") throw new Error(manifest);
  const entry = manifest.lines[line - 1];
  if (entry === undefined) {
    throw new Error(`there is no line ${line}, its manifest describes ${manifest.lines.length}`);
  }
  if ((await digestOfLine(path, line)) !== entry.sha256) {
    throw new Error(`line ${line} is not the row that its manifest describes`);
  }
  const { env, env_fingerprint: environment, policy_fingerprint: policy } = manifest.content;
  return {
    taskId: entry.task_id,
    attemptIndex: entry.attempt_index,
    score: entry.score,
    env: textOrNull(env),
    envFingerprint: textOrNull(environment),
    policyFingerprint: textOrNull(policy),
    sha256: entry.sha256,
  };
}

async function digestOfLine(path: string, wanted: number): Promise<string | null> {
  let number = 0;
  for await (const { lines } of readLines(path)) {
    const line = lines[wanted - number - 1];
    number += lines.length;
    if (line === undefined) continue;
    const hasMark = wanted === 1 && line.indexOf("\ufeff") === 0;
    return hash("sha256", hasMark ? line.subarray(3) : line);
  }
  return null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
