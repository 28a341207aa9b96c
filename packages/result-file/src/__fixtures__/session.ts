import type { ResultRecord } from "@rollouts/core";
import { realFileSystem } from "../disk/file-system.ts";
import { openSink } from "../open-result-file.ts";

/** Opens a file at a fixed time, appends records all at once, and closes it. */
export async function writeSession(
  path: string,
  mode: "create" | "resume",
  records: readonly ResultRecord[],
): Promise<void> {
  const now = () => new Date("2026-01-02T03:04:05.678Z");
  const sink = await openSink(path, { mode, fs: realFileSystem, now });
  await Promise.all(records.map((record) => sink.append(record)));
  await sink.close();
}
