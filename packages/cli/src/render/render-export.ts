import { toSafeLine } from "@rollouts/core";
import type { ExportReport } from "../export/export-kinds.ts";

/** What an export did, for a person: files, and where the attempts went that are in none. */
export function renderExportReport(report: ExportReport): string {
  const { written, profile, files, belowMinimum, withSecrets, warnings } = report;
  return [
    `training rows written: ${written} (profile ${profile})`,
    ...files.flatMap(({ path, metaPath, rows }) => [`  ${path}: ${rows} rows`, `  ${metaPath}`]),
    ...(files.length === 0 ? ["  no row to write, so no file was touched"] : []),
    ...countersOf(report).map(([name, count]) => `${name}: ${count}`),
    ...(belowMinimum === null
      ? []
      : [
          `warning: the consumer asks for ${belowMinimum.need} rows, ${belowMinimum.path} has ${belowMinimum.have}`,
        ]),
    ...(withSecrets === 0
      ? []
      : [`warning: ${withSecrets} rows hold what looks like a secret; the manifest says where`]),
    ...warnings.map((warning) => `warning: ${warning}`),
  ]
    .map(toSafeLine)
    .join("\n");
}

/** Of attempts or tasks that are in no row: the counters that are not 0, such as `skipped failed: 3`. */
function countersOf(report: ExportReport): [string, number][] {
  return Object.entries(report).flatMap(([name, value]): [string, number][] => {
    const isCounter = /^(skipped|dropped|unpaired|merged)/.test(name);
    if (!isCounter || typeof value !== "number" || value === 0) return [];
    return [[name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value]];
  });
}
