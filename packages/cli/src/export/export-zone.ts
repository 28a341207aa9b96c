import type { RolloutResult } from "@rollouts/core";
import { type SftReport, toSftJsonl } from "@rollouts/export-sft";

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
    return { report: await toSftJsonl(result.learningZone(), path) };
  } catch (thrown) {
    return { report: null, failure: { thrown } };
  }
}
