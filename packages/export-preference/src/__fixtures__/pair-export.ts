import { readFile } from "node:fs/promises";
import type { PreferenceReport, ToPreferenceJsonlOptions } from "../index.ts";
import { toPreferenceJsonl } from "../to-preference-jsonl.ts";
import type { useFolder } from "./folder.ts";
import { type ExampleAttempt, exampleResult } from "./result.ts";

interface ManifestLine {
  readonly attempt_index: number;
  readonly rejected_attempt_index: number;
}

/** Exports of one task into a folder, and what they wrote. */
export function pairExport(folder: ReturnType<typeof useFolder>) {
  const path = () => folder.path("rows.jsonl");
  const manifest = async () => JSON.parse(await readFile(`${path()}.meta.json`, "utf8"));
  return {
    manifest,
    exportTask: (
      attempts: readonly ExampleAttempt[],
      options?: ToPreferenceJsonlOptions,
    ): Promise<PreferenceReport> =>
      toPreferenceJsonl(exampleResult([{ id: "t1", attempts }]), path(), options),
    /** The attempts of each row: who is preferred to whom. */
    pairsWritten: async (): Promise<[number, number][]> => {
      const { lines } = (await manifest()) as { lines: ManifestLine[] };
      return lines.map((line) => [line.attempt_index, line.rejected_attempt_index]);
    },
    rows: async () => {
      const text = await readFile(path(), "utf8");
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
  };
}
