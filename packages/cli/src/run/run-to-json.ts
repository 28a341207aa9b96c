import { toPrintableJson } from "@rollouts/report";
import type { ShownRun } from "../render/render-run.ts";

/** What `rollouts run --json` prints. */
export function runToJson(
  { result, report, resume, verdict }: ShownRun,
  resultPath: string | null,
): string {
  const { steps: _, ...counts } = resume ?? { steps: [] };
  return toPrintableJson({
    ...result.summary(),
    errors: result.errors(),
    warnings: result.warnings,
    verdict: verdict ?? null,
    export: report,
    resultFile: resultPath,
    resume: resume === null ? null : counts,
  });
}
