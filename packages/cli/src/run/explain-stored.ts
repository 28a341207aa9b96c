import { readResultFileIfBegun } from "@rollouts/result-file";
import { explainResume, type ResumeExplanation, runDefaults } from "@rollouts/runner";
import { fromStart } from "../files/from-start.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import type { RunPlan } from "./run-plan.ts";

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
  const source = await readResultFileIfBegun(fromStart(path));
  if (source === null) {
    const taskIds = selected.map(({ id }) => id);
    return {
      explanation: explainAnew(taskIds, k ?? runDefaults.k),
      warnings: [`${path} has no header: its run died before it began, so everything is to run.`],
    };
  }
  const tasks = selected.map(({ task }) => task);
  const explanation = await explainResume(env, source, { k, seed, model, tasks, retryStored });
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
