import { readFile } from "node:fs/promises";
import {
  describeThrown,
  describeValue,
  isPlainObject,
  requireRegularFile,
  toSafeLine,
} from "@rollouts/core";
import type { SftManifestLine } from "./sft-manifest.ts";

/** The manifest beside a data set, as far as others can rely on it. */
export interface Manifest {
  readonly profile: unknown;
  readonly rows: unknown;
  readonly bytes: unknown;
  readonly sha256: unknown;
  /** One entry per row. */
  readonly lines: readonly SftManifestLine[];
  /** All of it. */
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Reads `<path>.meta.json`; `null` when there is none, and a text that says what is wrong when it is
 * no manifest. Rejects when it cannot be read.
 */
export async function readManifest(path: string): Promise<Manifest | string | null> {
  let text: string;
  const manifestPath = `${path}.meta.json`;
  try {
    await requireRegularFile(manifestPath);
    text = await readFile(manifestPath, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return `the manifest is not valid JSON: ${toSafeLine(describeThrown(error))}`;
  }
  if (!isPlainObject(content)) return "the manifest is not an object";
  const { profile, rows, bytes, sha256, lines, format_version: version = 1 } = content;
  if (version !== 1) return `the manifest has format_version ${describeValue(version)}, not 1`;
  if (!Array.isArray(lines) || !lines.every(isLine)) {
    return "the manifest has no list lines with task, attempt, score and hash of each row";
  }
  return { profile, rows, bytes, sha256, lines, content };
}

function isLine(line: unknown): line is SftManifestLine {
  return (
    isPlainObject(line) &&
    typeof line.task_id === "string" &&
    Number.isSafeInteger(line.attempt_index) &&
    Number(line.attempt_index) >= 0 &&
    typeof line.score === "number" &&
    line.score >= 0 &&
    line.score <= 1 &&
    typeof line.sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(line.sha256)
  );
}
