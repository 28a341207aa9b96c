import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** How the first line of every result file begins. */
const headerStart = /^\{\s*"type"\s*:\s*"header"/;
/** Characters that are enough to tell. */
const headerStartLength = 64;

/**
 * Why no data set may be written there: the file begins as a result file does, or has a name that only
 * those have. `null` when it may.
 */
export async function resultFileFault(path: string): Promise<string | null> {
  const isNamedSo = path.toLowerCase().endsWith(".rollouts.jsonl");
  if (!isNamedSo && !(await beginsAsResultFile(path))) return null;
  const why = isNamedSo
    ? "has the name of a result file, and would not be one"
    : "is a result file, which would be lost";
  return `${JSON.stringify(path)} ${why}. Nothing was changed. Name another file.`;
}

/** What cannot be read is left to those who write. */
async function beginsAsResultFile(path: string): Promise<boolean> {
  try {
    // To open a pipe would wait for someone who writes.
    if (!(await stat(path)).isFile()) return false;
    let start = "";
    for await (const text of createReadStream(path, "utf8")) {
      // Editors put a byte order mark or blank lines before it, which this takes away too.
      start = (start + text).trimStart();
      if (start.length >= headerStartLength) break;
    }
    return headerStart.test(start);
  } catch {
    return false;
  }
}
