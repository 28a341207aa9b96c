import { readFile } from "node:fs/promises";
import { describeThrown, requireRegularFile } from "@rollouts/core";
import type { GoldLabel } from "@rollouts/scorers";
import { UsageError } from "../process/usage-error.ts";

/**
 * Reads labels of people, a JSON object `{ taskId, attemptIndex, gold }` a line. What stands in them is
 * checked by who uses them.
 *
 * @throws UsageError for a file that cannot be read, or a line that is no JSON.
 */
export async function readGoldFile(path: string): Promise<GoldLabel[]> {
  const text = await readText(path).catch((thrown: unknown) => {
    throw new UsageError(`${path} cannot be read: ${describeThrown(thrown)}`, thrown);
  });
  const lines = text.replace(/^\ufeff/, "").split("\n");
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [parse(line, path, index + 1)]));
}

async function readText(path: string): Promise<string> {
  await requireRegularFile(path);
  return await readFile(path, "utf8");
}

function parse(line: string, path: string, number: number): GoldLabel {
  try {
    return JSON.parse(line) as GoldLabel;
  } catch (thrown) {
    throw new UsageError(`${path}, line ${number}: ${describeThrown(thrown)}`, thrown);
  }
}
