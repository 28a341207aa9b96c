import { toSafeLine } from "@rollouts/core";
import type { ExportReport } from "../export/export-kinds.ts";

/**
 * What an export did, for a person: files, and where the attempts went that are in none.
 *
 * @param zone what there was to take, where that may be why nothing was written.
 */
export function renderExportReport(report: ExportReport, zone: string | null): string {
  const { written, profile, files, belowMinimum, withSecrets, warnings } = report;
  return [
    `training rows written: ${written} (profile ${profile})`,
    ...files.flatMap(({ path, metaPath, rows }) => [`  ${path}: ${rows} rows`, `  ${metaPath}`]),
    ...(files.length === 0 ? ["  no row to write, so no file was touched"] : []),
    ...(zone === null ? [] : [`  ${zone}`]),
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

/**
 * The counters that are not 0, such as `skipped failed: 3`: of what is in no row, of answers that both
 * passed and failed, and of rows that were mended.
 */
function countersOf(report: ExportReport): [string, number][] {
  return Object.entries(report).flatMap(([name, value]): [string, number][] => {
    const isCounter = /^(skipped|dropped|unpaired|merged|contradictory|withReplaced)/.test(name);
    if (!isCounter || typeof value !== "number" || value === 0) return [];
    return [[name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), value]];
  });
}
