import {
  type AttemptResult,
  type CompletedRun,
  checkSource,
  describeValue,
  type ResolvedTask,
  type ResultSource,
  type ScorerInput,
} from "@rollouts/core";
import { calibrateRuns, type LabelledRun } from "./calibration/calibrate-runs.ts";
import type { Calibration } from "./calibration/calibration.ts";
import { type Gold, readGold } from "./calibration/read-gold.ts";
import { checkOfflineOptions, type OfflineOptions } from "./offline/offline-options.ts";

/**
 * Measures how far a scorer agrees with what people say of attempts of a result, in memory or in a
 * file. It scores them anew; the verdicts in the result do not count.
 *
 * A label whose attempt has no completed run, or is not there, is left out with a warning.
 *
 * @throws InvalidArgumentError for what is no scorer, no result or no label.
 */
export async function calibrateResult<Output, Expected>(
  scorer: ScorerInput<Output, Expected>,
  result: ResultSource,
  gold: Gold,
  options: OfflineOptions = {},
): Promise<Calibration> {
  checkSource(result, "calibrateResult: result");
  checkOfflineOptions(options, { caller: "calibrateResult" });
  const byTask = readGold(gold);
  const runs: LabelledRun[] = [];
  const warnings: string[] = [];
  const known = new Set<string>();
  for await (const { task } of result.tasks()) {
    const labels = byTask.get(task.id);
    if (labels === undefined) continue;
    known.add(task.id);
    const found = await collect(result, task, labels, runs);
    warnings.push(...found);
  }
  for (const [taskId, labels] of byTask) {
    if (known.has(taskId)) continue;
    warnings.push(
      `${countLabels(labels.size)} of task ${describeValue(taskId)}, which the result does not have`,
    );
  }
  return calibrateRuns(scorer, runs as LabelledRun<Output, Expected>[], options, warnings);
}

/** Adds the labelled runs of one task, and gives warnings of the labels that are left over. */
async function collect(
  result: ResultSource,
  task: ResolvedTask,
  labels: ReadonlyMap<number, boolean>,
  runs: LabelledRun[],
): Promise<string[]> {
  const warnings: string[] = [];
  const open = new Map(labels);
  for await (const { attemptIndex, run } of result.attempts(task.id)) {
    const gold = open.get(attemptIndex);
    if (gold === undefined) continue;
    open.delete(attemptIndex);
    if (!isCompleted(run)) {
      warnings.push(
        `attempt ${describeValue(`${task.id}/${attemptIndex}`)} is labelled, and has no completed run`,
      );
      continue;
    }
    const place = { index: runs.length, taskId: task.id, attemptIndex };
    runs.push({ run, gold, task, attemptIndex, place });
  }
  for (const attemptIndex of open.keys()) {
    warnings.push(
      `attempt ${describeValue(`${task.id}/${attemptIndex}`)} is labelled, and not in the result`,
    );
  }
  return warnings;
}

function isCompleted(run: AttemptResult["run"]): run is CompletedRun {
  return run !== null && run.status === "completed";
}

function countLabels(count: number): string {
  return count === 1 ? "1 label" : `${count} labels`;
}
