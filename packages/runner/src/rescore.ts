import {
  type AttemptResult,
  checkResult,
  describeThrown,
  frozenClone,
  type ResolvedTask,
  type ResultHeader,
  RolloutResult,
  replaceScorerPart,
  type Scorer,
  type ScorerInput,
  type TaskResult,
  toScorer,
  toTaskResult,
} from "@rollouts/core";
import { systemClock } from "./gate/clock.ts";
import { createGate, type Gate } from "./gate/gate.ts";
import { readLimits } from "./gate/limits.ts";
import { isCompleted, judgeStored } from "./scoring/judge-stored.ts";
import { createScorerUsage } from "./scoring/scorer-usage.ts";
import { startDeadline } from "./time/deadline.ts";

/** How long a scorer may take over one attempt. */
const timeoutMs = 120_000;

/**
 * Scores the attempts of a result anew, without a single call of the agent.
 *
 * Every completed attempt gets the verdict of the new scorer, or is unscored when that scorer breaks,
 * cannot tell, or takes over two minutes; all others stay as they are, and so do the metrics. A model
 * call of the scorer is tried up to three times, as in a run. The old result is left alone. The environment fingerprint is that of an environment with the new scorer.
 *
 * @throws InvalidArgumentError when `result` is no result in memory, and when `scorer` is none.
 */
export async function rescore<Output, Expected>(
  result: RolloutResult<Output>,
  scorer: ScorerInput<Output, Expected>,
): Promise<RolloutResult<Output>> {
  checkResult(result);
  const judgeOfAll = toScorer(scorer);
  const warnings: string[] = [];
  const gate = createGate({
    limits: readLimits(undefined),
    budget: null,
    clock: systemClock,
    warn: (message) => warnings.push(message),
  });
  const taskResults: TaskResult<Output>[] = [];
  for (const { task, attempts } of result.taskResults) {
    const rescoring = { scorer: judgeOfAll, task: frozenClone(task), gate };
    const judged: AttemptResult<Output>[] = [];
    for (const attempt of attempts) judged.push(await scoreAnew(attempt, rescoring));
    taskResults.push(toTaskResult(task, judged));
  }
  const renewed = await renewFingerprint(result.header, judgeOfAll);
  return new RolloutResult({
    header: { ...result.header, ...renewed.parts },
    taskResults,
    warnings: [...result.warnings, ...warnings, ...gate.closingWarnings(), ...renewed.warnings],
    abandonedCount: result.abandonedCount,
  });
}

interface Rescoring<Output, Expected> {
  readonly scorer: Scorer<Output, Expected>;
  readonly task: ResolvedTask<Expected>;
  readonly gate: Gate;
}

async function scoreAnew<Output, Expected>(
  attempt: AttemptResult<Output>,
  { scorer, task, gate }: Rescoring<Output, Expected>,
): Promise<AttemptResult<Output>> {
  const { run, stopReason, attemptIndex } = attempt;
  if (stopReason !== "completed" || !isCompleted(run)) return attempt;
  const deadline = startDeadline({ timeoutMs, graceMs: 0 });
  const calls = gate.admit(deadline);
  const usage = createScorerUsage();
  const tools = { deadline, gate: calls, usage };
  const judgement = await judgeStored(scorer, { run, task, attemptIndex }, tools);
  calls.close();
  deadline.close();
  const { scorerUsage: _, ...kept } = attempt;
  const scorerUsage = usage.total();
  return { ...kept, ...judgement, ...(scorerUsage === undefined ? {} : { scorerUsage }) };
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
