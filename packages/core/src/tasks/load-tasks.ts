import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { invalidArgument } from "../checks/invalid-argument.ts";
import { TaskFormatError } from "../errors/task-format-error.ts";
import { describeThrown } from "../errors/thrown.ts";
import type { Task } from "../task.ts";
import { type LoadTasksOptions, parseTasks } from "./parse-tasks.ts";

/**
 * Reads tasks from a JSONL file: one object a line, with `input` (a string) and at most `expected`,
 * `id` and `metadata`. Blank lines are skipped. Duplicate ids are found by `defineEnvironment`.
 *
 * @param path relative to the working directory; `new URL("tasks.jsonl", import.meta.url)` is the file
 * beside the program.
 * @throws TaskFormatError naming file and line, for whatever is not such a line, and naming the file
 * when it cannot be read.
 */
export async function loadTasks<Expected = unknown>(
  path: string | URL,
  options: LoadTasksOptions<Expected> = {},
): Promise<Task<Expected>[]> {
  const source = toPath(path);
  const text = decode(await readBytes(source), source);
  return parseTasks(text, { ...options, source });
}

function toPath(path: unknown): string {
  if (typeof path === "string") return path;
  const wanted = "the path of a file, or its URL (file:)";
  if (!(path instanceof URL)) throw invalidArgument("path", wanted, path);
  try {
    return fileURLToPath(path);
  } catch {
    throw invalidArgument("path", wanted, path.href);
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const message = `cannot be read: ${describeThrown(cause)}`;
    throw new TaskFormatError({ source: path, line: 0, message, cause });
  }
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    return decodeStrictly(bytes);
  } catch (thrown) {
    const line = firstBadLine(bytes);
    if (line === undefined) throw thrown; // longer than a string can be
    throw new TaskFormatError({ source, line, message: "not valid UTF-8" });
  }
}

function firstBadLine(bytes: Uint8Array): number | undefined {
  let start = 0;
  for (let line = 1; start <= bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    try {
      decodeStrictly(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return undefined;
}

function decodeStrictly(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
