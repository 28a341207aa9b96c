import { type RolloutResult, toSafeLine } from "@rollouts/core";
import type { SftReport } from "@rollouts/export-sft";
import { type GateVerdict, renderVerdict } from "@rollouts/report";
import type { ResumeExplanation } from "@rollouts/runner";
import { renderResult } from "./render-result.ts";
import { hasNothingToDo, renderResumePlan } from "./render-resume.ts";

/** What there is to show of a run. */
export interface ShownRun {
  readonly result: RolloutResult;
  /** `null` unless the learning zone was exported. */
  readonly report: SftReport | null;
  /** `null` unless the run went on with a result file. */
  readonly resume: ResumeExplanation | null;
  /** What that file has beside it, in one line; `null` for nothing. */
  readonly hidden: string | null;
  readonly verdict: GateVerdict | undefined;
}

/** What `rollouts run` prints for a person. */
export function renderRun({ result, report, resume, hidden, verdict }: ShownRun): string {
  return [
    ...renderResult(result),
    ...(resume !== null && hasNothingToDo(resume) ? [renderNothing(resume, result)] : []),
    ...(hidden === null ? [] : [hidden]),
    ...(report === null ? [] : renderExport(report)),
    ...(verdict === undefined ? [] : [renderVerdict(verdict)]),
  ].join("\n");
}

function renderNothing(resume: ResumeExplanation, result: RolloutResult): string {
  const { unscoredCount } = result.summary();
  const rest =
    unscoredCount === 0
      ? ""
      : `; ${unscoredCount} got no verdict, which --retry errors or --retry unscored tries again`;
  return `${renderResumePlan(resume)}${rest}`;
}

function renderExport({ written, path, metaPath }: SftReport): string[] {
  if (path === null || metaPath === null) {
    return ["training rows written: 0 (no passing attempt in the learning zone, so no file)"];
  }
  return [
    `training rows written: ${written}`,
    ...[path, metaPath].map((each) => `  ${toSafeLine(each)}`),
  ];
}
