import {
  type AgentRun,
  type AttemptResult,
  type CompletedRun,
  describeThrown,
  frozenClone,
  type ResultHeader,
  RolloutResult,
  replaceScorerPart,
  type ScoreContext,
  type Scorer,
  type ScorerInput,
  type TaskResult,
  toScorer,
  toTaskResult,
} from "@rollouts/core";
import { createScorerUsage } from "./context-model.ts";
import { startDeadline } from "./deadline.ts";
import { type Judgement, judge } from "./judge.ts";

/** How long a scorer may take over one attempt. */
const timeoutMs = 120_000;

/**
 * Scores the attempts of a result anew, without a single call of the agent.
 *
 * Every completed attempt gets the verdict of the new scorer, or is unscored when that scorer breaks,
 * cannot tell, or takes over two minutes; all others stay as they are, and so do the metrics. The old
 * result is left alone. The environment fingerprint is that of an environment with the new scorer.
 *
 * @throws InvalidArgumentError when `scorer` is none.
 */
export async function rescore<Output, Expected>(
  result: RolloutResult<Output>,
  scorer: ScorerInput<Output, Expected>,
): Promise<RolloutResult<Output>> {
  const judgeOfAll = toScorer(scorer);
  const taskResults: TaskResult<Output>[] = [];
  for (const { task, attempts } of result.taskResults) {
    const question = { scorer: judgeOfAll, task: frozenClone(task) };
    const judged: AttemptResult<Output>[] = [];
    for (const attempt of attempts) judged.push(await scoreAnew(attempt, question));
    taskResults.push(toTaskResult(task, judged));
  }
  const { parts, warnings } = await renewFingerprint(result.header, judgeOfAll);
  return new RolloutResult({
    header: { ...result.header, ...parts },
    taskResults,
    warnings: [...result.warnings, ...warnings],
    abandonedCount: result.abandonedCount,
  });
}

interface NewQuestion<Output, Expected> {
  readonly scorer: Scorer<Output, Expected>;
  readonly task: ScoreContext["task"];
}

async function scoreAnew<Output, Expected>(
  attempt: AttemptResult<Output>,
  question: NewQuestion<Output, Expected>,
): Promise<AttemptResult<Output>> {
  const { run, stopReason } = attempt;
  if (stopReason !== "completed" || !isCompleted(run)) return attempt;
  const usage = createScorerUsage();
  const judgement = await judgeInTime(run, question, {
    attemptIndex: attempt.attemptIndex,
    gate: usage.book,
  });
  const { scorerUsage: _, ...kept } = attempt;
  const scorerUsage = usage.total();
  return { ...kept, ...judgement, ...(scorerUsage === undefined ? {} : { scorerUsage }) };
}

function isCompleted<Output>(run: AgentRun<Output> | null): run is CompletedRun<Output> {
  return run?.status === "completed";
}

async function judgeInTime<Output, Expected>(
  run: CompletedRun<Output>,
  { scorer, task }: NewQuestion<Output, Expected>,
  rest: Pick<ScoreContext, "attemptIndex" | "gate">,
): Promise<Judgement> {
  const deadline = startDeadline({ timeoutMs, graceMs: 0 });
  const context = { ...rest, task, signal: deadline.signal };
  const expected = task.expected as Expected;
  try {
    return await deadline.limit(judge(scorer, { run, expected, context }));
  } catch (thrown) {
    const reason = describeThrown(thrown);
    const unscored = { cause: "timeout", reason } as const;
    return { score: null, unscored, error: `scorer: ${reason}`, errorType: null };
  } finally {
    deadline.close();
  }
}

async function renewFingerprint(
  { envFingerprint, envParts }: ResultHeader,
  scorer: Scorer<never, never>,
): Promise<{
  parts: Pick<ResultHeader, "envFingerprint" | "envParts">;
  warnings: readonly string[];
}> {
  if (envFingerprint === null) return { parts: { envFingerprint, envParts }, warnings: [] };
  try {
    const renewed = await replaceScorerPart(envParts, scorer);
    return {
      parts: { envFingerprint: renewed.fingerprint, envParts: renewed.parts },
      warnings: [],
    };
  } catch (thrown) {
    const warning = `No environment fingerprint, so this result matches no other: ${describeThrown(thrown)}`;
    return { parts: { envFingerprint: null, envParts: {} }, warnings: [warning] };
  }
}
