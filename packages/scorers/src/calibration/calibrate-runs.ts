import {
  type CompletedRun,
  describeThrown,
  type ResolvedTask,
  type ScorerInput,
  toScorer,
} from "@rollouts/core";
import { askPart, type PartOutcome } from "../combine/part.ts";
import type { OfflineOptions } from "../offline/offline-options.ts";
import { runPool } from "../offline/run-pool.ts";
import { toQuestion } from "../offline/to-question.ts";
import type { Calibration, Disagreement, TraceNote, TracePlace } from "./calibration.ts";
import { countAgreement, type VerdictPair } from "./count-agreement.ts";

/** A run with all that is needed to score it, and what people say. */
export interface LabelledRun<Output = unknown, Expected = unknown> {
  readonly run: CompletedRun<Output>;
  readonly gold: boolean;
  readonly task: ResolvedTask<Expected>;
  readonly attemptIndex: number;
  readonly place: TracePlace;
}

/** Scores runs and compares the verdicts with the labels; `warnings` stand in what it gives. */
export async function calibrateRuns<Output, Expected>(
  input: ScorerInput<Output, Expected>,
  runs: readonly LabelledRun<Output, Expected>[],
  options: OfflineOptions,
  warnings: readonly string[] = [],
): Promise<Calibration> {
  const scorer = toScorer(input);
  const part = { scorer, weight: 1 };
  const outcomes = await runPool(
    runs,
    (labelled, signal) => askPart(part, toQuestion({ ...labelled, signal })),
    options,
  );

  const pairs: VerdictPair[] = [];
  const disagreements: Disagreement[] = [];
  const notes = { unscored: [] as TraceNote[], error: [] as TraceNote[] };
  for (const [index, { place, task, gold }] of runs.entries()) {
    const outcome = outcomes[index] as PartOutcome;
    if (outcome.type !== "score") {
      const isError = outcome.type === "error";
      const reason = isError ? describeThrown(outcome.thrown) : outcome.reason;
      notes[outcome.type].push({ ...place, reason });
      continue;
    }
    const { passed: scorerPassed, reason: scorerReason = null } = outcome.score;
    pairs.push({ gold, scorerPassed });
    if (scorerPassed !== gold) {
      disagreements.push({ ...place, expected: task.expected, gold, scorerPassed, scorerReason });
    }
  }
  return {
    scorer: scorer.name,
    traceCount: runs.length,
    scoredCount: pairs.length,
    unscoredCount: notes.unscored.length,
    errorCount: notes.error.length,
    ...countAgreement(pairs),
    disagreements,
    unscored: notes.unscored,
    errors: notes.error,
    warnings,
  };
}
