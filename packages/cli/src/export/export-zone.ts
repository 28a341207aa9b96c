import type { ResultSource, RolloutResult } from "@rollouts/core";
import { type SftReport, toSftJsonl } from "@rollouts/export-sft";
import { fromStart } from "../files/from-start.ts";

/** Why an export of the learning zone may have nothing to write. Reads no transcript. */
export async function describeZone(source: ResultSource): Promise<string> {
  let taskCount = 0;
  let zoneCount = 0;
  for await (const { inLearningZone } of source.tasks()) {
    taskCount += 1;
    if (inLearningZone) zoneCount += 1;
  }
  return `${zoneCount} of ${taskCount} tasks are in the learning zone, with passes and fails; --all-tasks takes all`;
}

export interface ZoneExport {
  /** `null` when nothing was exported. */
  readonly report: SftReport | null;
  readonly failure?: { readonly thrown: unknown };
}

/** An export that fails must not take the result of the run with it. */
export async function exportZone(
  result: RolloutResult,
  path: string | undefined,
): Promise<ZoneExport> {
  if (path === undefined) return { report: null };
  try {
    return { report: await toSftJsonl(result.learningZone(), fromStart(path)) };
  } catch (thrown) {
    return { report: null, failure: { thrown } };
  }
}
