import { readResultFileIfBegun } from "@rollouts/result-file";
import { explainResume, type ResumeExplanation } from "@rollouts/runner";
import type { RunCommandOptions } from "./run-command-options.ts";
import { defaultK, type RunPlan } from "./run-plan.ts";
import { withResumeHint } from "./with-resume-hint.ts";

export interface StoredExplanation {
  readonly explanation: ResumeExplanation;
  /** What is odd about the file. */
  readonly warnings: readonly string[];
}

/** What a run would do that goes on with a result file. */
export async function explainStored(
  { env, model, selected }: Pick<RunPlan, "env" | "model" | "selected">,
  path: string,
  { k, seed, retry: retryStored }: RunCommandOptions,
): Promise<StoredExplanation> {
  const source = await readResultFileIfBegun(path);
  if (source === null) {
    const taskIds = selected.map(({ id }) => id);
    return {
      explanation: explainAnew(taskIds, k ?? defaultK),
      warnings: [`${path} has no header: its run died before it began, so everything is to run.`],
    };
  }
  const tasks = selected.map(({ task }) => task);
  const explanation = await withResumeHint(path, () =>
    explainResume(env, source, { k, seed, model, tasks, retryStored }),
  );
  return { explanation, warnings: source.warnings };
}

function explainAnew(taskIds: readonly string[], k: number): ResumeExplanation {
  const plannedCount = k * taskIds.length;
  const attemptIndexes = Array.from({ length: k }, (_, index) => index);
  return {
    k,
    plannedCount,
    keptCount: 0,
    runCount: plannedCount,
    rescoreCount: 0,
    steps: taskIds.map((taskId) => ({ taskId, action: "run", reason: "new-task", attemptIndexes })),
    droppedTaskIds: [],
  };
}
