import type { ScorerInput } from "@rollouts/core";
import { calibrateRuns } from "./calibration/calibrate-runs.ts";
import type { Calibration } from "./calibration/calibration.ts";
import { type CalibrationTrace, readTraces } from "./calibration/read-traces.ts";
import { checkOfflineOptions, type OfflineOptions } from "./offline/offline-options.ts";

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
  checkOfflineOptions(options, { caller: "calibrate" });
  const labelled = readTraces(traces).map(({ run, expected, gold, input }, index) => {
    const task = { id: `trace-${index}`, input, expected, metadata: {} };
    return { run, gold, task, attemptIndex: 0, place: { index } };
  });
  return calibrateRuns(scorer, labelled, options);
}
