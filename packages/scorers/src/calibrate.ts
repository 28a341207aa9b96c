import {
  type CompletedRun,
  describeThrown,
  type ResolvedTask,
  readVerdict,
  type Scorer,
  type ScorerInput,
  toScorer,
} from "@rollouts/core";
import type {
  Calibration,
  Disagreement,
  TraceNote,
  TracePlace,
} from "./calibration/calibration.ts";
import { countAgreement, type VerdictPair } from "./calibration/count-agreement.ts";
import { type CalibrationTrace, readTraces } from "./calibration/read-traces.ts";
import { frozenCopy, frozenRun } from "./offline/frozen-copy.ts";
import { checkOfflineOptions, type OfflineOptions, runPool } from "./offline/run-pool.ts";

/**
 * Measures how far a scorer agrees with what people say of the same runs, before its verdicts are
 * trusted: agreement, both error rates with intervals, kappa, and every disagreement.
 *
 * A trace is `[run, expected, gold]`, `{ run, expected, gold }` or `{ output, expected, gold }`; of the
 * run its output, or its text, is enough. As in a run, the scorer gets frozen copies.
 *
 * A judge is called once for each trace, or as often as it votes; `context.gate` gives its model as it
 * is, without the limits and the budget of a run.
 *
 * @throws InvalidArgumentError for what is no scorer, or for a trace that cannot be used: a label that
 * is no boolean, a run that is not completed, no `expected`.
 */
export async function calibrate<Output, Expected>(
  scorer: ScorerInput<Output, Expected>,
  traces: readonly CalibrationTrace<Output, Expected>[],
  options: OfflineOptions = {},
): Promise<Calibration> {
  checkOfflineOptions(options, "calibrate");
  const labelled = readTraces(traces).map(({ run, expected, gold, input }, index) => {
    const task = { id: `trace-${index}`, input, expected, metadata: {} };
    return { run, gold, task, attemptIndex: 0, place: { index } };
  });
  return calibrateRuns(scorer, labelled, options);
}

/** A run with all that is needed to score it, and what people say. */
export interface LabelledRun<Output = unknown, Expected = unknown> {
  readonly run: CompletedRun<Output>;
  readonly gold: boolean;
  readonly task: ResolvedTask<Expected>;
  readonly attemptIndex: number;
  readonly place: TracePlace;
}

type Outcome =
  | { readonly type: "error" | "unscored"; readonly reason: string }
  | { readonly type: "score"; readonly passed: boolean; readonly reason: string | null };

export async function calibrateRuns<Output, Expected>(
  input: ScorerInput<Output, Expected>,
  runs: readonly LabelledRun<Output, Expected>[],
  options: OfflineOptions,
  warnings: readonly string[] = [],
): Promise<Calibration> {
  const scorer = toScorer(input);
  const outcomes = await runPool(runs, (run) => scoreRun(scorer, run, options.signal), options);

  const pairs: VerdictPair[] = [];
  const disagreements: Disagreement[] = [];
  const notes = { unscored: [] as TraceNote[], error: [] as TraceNote[] };
  for (const [index, { place, task, gold }] of runs.entries()) {
    const outcome = outcomes[index] as Outcome;
    if (outcome.type !== "score") {
      notes[outcome.type].push({ ...place, reason: outcome.reason });
      continue;
    }
    const { passed: scorerPassed, reason: scorerReason } = outcome;
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

async function scoreRun<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  { run, task, attemptIndex }: LabelledRun<Output, Expected>,
  signal = new AbortController().signal,
): Promise<Outcome> {
  const copy = frozenCopy(task);
  const context = { task: copy, attemptIndex, signal, gate: <Model>(model: Model) => model };
  const expected = copy.expected as Expected;
  try {
    const verdict = readVerdict(await scorer.score(frozenRun(run), expected, context), scorer.name);
    if ("unscored" in verdict) return { type: "unscored", reason: verdict.reason };
    return { type: "score", passed: verdict.passed, reason: verdict.reason ?? null };
  } catch (thrown) {
    return { type: "error", reason: describeThrown(thrown) };
  }
}
