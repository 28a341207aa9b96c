import { readResultFile } from "@rollouts/result-file";
import type { ResumeExplanation } from "@rollouts/runner";
import { fromStart } from "../files/from-start.ts";
import { renderHidden } from "../render/render-resume.ts";
import type { ResultTarget } from "./result-target.ts";

/**
 * What the result file has beside what the run counts, in one line; `null` when that is nothing. Reads
 * the file only when the plan leaves out something of the one before.
 */
export async function describeHidden(
  target: ResultTarget | null,
  resume: ResumeExplanation | null,
): Promise<string | null> {
  if (target === null || resume === null) return null;
  const leavesOut =
    resume.droppedTaskIds.length > 0 ||
    resume.k < (target.sink.resumeFrom?.header.k ?? 0) ||
    resume.steps.some(({ reason }) => reason === "other-input");
  if (!leavesOut) return null;
  const { hidden } = await readResultFile(fromStart(target.path));
  return renderHidden(hidden);
}
