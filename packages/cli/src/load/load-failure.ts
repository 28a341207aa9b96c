import { dirname, relative, sep } from "node:path";
import { firstLine } from "./first-line.ts";

/**
 * Why a module of the user does not load, and where: the file, line and column of what cannot be parsed,
 * which the loader puts into the second line of its message; else the file that imports what is not there,
 * or the line of the user's own code that threw.
 *
 * @param path the module, absolute
 */
export function describeLoadFailure(thrown: unknown, path: string): string {
  const reason = firstLine(thrown).trimEnd();
  // The project is the current folder, or that of the module.
  const folders = [process.cwd(), dirname(path)].map((folder) => `${folder}${sep}`);
  if (folders.some((folder) => reason.includes(folder))) return reason;
  const place = placeOfSyntax(thrown) ?? importerOf(thrown) ?? placeOfThrow(thrown, folders);
  if (place === null) return reason;
  const shown = relative(process.cwd(), place);
  return `${reason} (${shown.startsWith("..") ? place : shown})`;
}

function placeOfSyntax(thrown: unknown): string | null {
  const [, second = ""] = thrown instanceof Error ? thrown.message.split("\n") : [];
  return /^\s*(\S.*:\d+:\d+)\s*$/.exec(second)?.[1] ?? null;
}

/** The innermost frame of a file in one of the folders. */
function placeOfThrow(thrown: unknown, folders: readonly string[]): string | null {
  const { stack } = thrown instanceof Error ? thrown : { stack: undefined };
  if (typeof stack !== "string") return null;
  for (const line of stack.split("\n")) {
    const place = placeOfFrame(line);
    if (place === null || place.includes(`${sep}node_modules${sep}`)) continue;
    if (folders.some((folder) => place.startsWith(folder))) return place;
  }
  return null;
}

/** The file and line of, such as, `at load (/project/a.ts:3:7)`; columns are those of what the loader made. */
function placeOfFrame(line: string): string | null {
  const [, file, lineNumber] = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/.exec(line) ?? [];
  if (file === undefined) return null;
  return `${file.replace(/^async /, "").replace(/^file:\/\//, "")}:${lineNumber}`;
}

function importerOf(thrown: unknown): string | null {
  const { requireStack } = (thrown ?? {}) as { requireStack?: unknown };
  const [importer]: unknown[] = Array.isArray(requireStack) ? requireStack : [];
  return typeof importer === "string" ? importer : null;
}
