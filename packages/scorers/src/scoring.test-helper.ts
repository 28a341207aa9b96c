import {
  type CompletedRun,
  readVerdict,
  type Score,
  type ScoreContext,
  type Scorer,
  type ScorerInput,
  toScorer,
  type Unscored,
} from "@rollouts/core";
import { toRun } from "./offline/to-run.ts";

export const context: ScoreContext = {
  task: { id: "t1", input: "What is 2 + 2?", metadata: {} },
  attemptIndex: 0,
  signal: new AbortController().signal,
  gate: (model) => model,
};

/** The verdict on a run with this output, read as the runner reads it. */
export function scoreOutput(
  scorer: ScorerInput<never, never>,
  output: unknown,
  expected?: unknown,
  facts: Partial<CompletedRun> = {},
): Promise<Score | Unscored> {
  const run = { ...toRun({ input: context.task.input, output }), ...facts };
  return scoreRun(scorer, run, expected);
}

async function scoreRun(
  input: ScorerInput<never, never>,
  run: CompletedRun,
  expected?: unknown,
): Promise<Score | Unscored> {
  const scorer = toScorer(input) as Scorer;
  return readVerdict(await scorer.score(run, expected, context), scorer.name);
}

export const passed = { value: 1, passed: true };

export function failed(reason: unknown) {
  return { value: 0, passed: false, reason };
}
