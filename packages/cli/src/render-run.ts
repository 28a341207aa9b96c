import { formatNumber, type RolloutResult, toSafeLine } from "@rollouts/core";
import type { SftReport } from "@rollouts/export-sft";

/** What `rollouts run` prints for a person. */
export function renderRun(result: RolloutResult, report: SftReport | null): string {
  const { passRate, scoredCount, plannedCount, taskCount, tasks } = result.summary();
  const zoneCount = tasks.filter(({ learningZone }) => learningZone).length;
  const rate = passRate === null ? "none" : formatNumber(passRate, 2);
  return [
    String(result),
    "",
    `pass rate: ${rate} (${scoredCount} of ${plannedCount} planned attempts scored)`,
    `learning zone: ${zoneCount} of ${taskCount} tasks`,
    ...(report === null ? [] : renderExport(report)),
  ].join("\n");
}

/** The warnings of a run, a line each. */
export function renderWarnings({ warnings }: RolloutResult): string[] {
  return warnings.map((warning) => `warning: ${toSafeLine(warning)}`);
}

function renderExport({ written, path, metaPath }: SftReport): string[] {
  if (path === null || metaPath === null) {
    return ["training rows written: 0 (no passing attempt in the learning zone, so no file)"];
  }
  return [`training rows written: ${written}`, `  ${path}`, `  ${metaPath}`];
}
