import {
  type CompletedRun,
  type MetricResult,
  readVerdict,
  type ScoreContext,
  type Scorer,
  scorerErrorDetail,
} from "@rollouts/core";
import { causeChain } from "../failures/cause-chain.ts";
import { toFailure } from "../failures/failure.ts";
import { whyCancelled } from "../failures/stop-reason.ts";
import { budgetRefusalIn } from "../gate/budget-spent.ts";
import { readProviderFailure } from "../gate/provider-failure.ts";
import type { ScorerUsage } from "./scorer-usage.ts";

/** What a scorer made of a run. */
export interface Judgement extends MetricResult {
  /** What the scorer threw, as `scorer: Class: message`. */
  readonly error: string | null;
  readonly errorType: string | null;
}

/** A run that a scorer is asked about. */
export interface RunToJudge<Output, Expected> {
  readonly run: CompletedRun<Output>;
  readonly expected: Expected;
  readonly context: ScoreContext;
  /** Where the context books its models. */
  readonly usage: Pick<ScorerUsage, "refusals">;
}

/** Told the class of an error of the scorer's model that every other attempt would meet as well. */
type OnFatal = (errorClass: string) => void;

const none: Judgement = { score: null, unscored: null, error: null, errorType: null };

/**
 * Asks one scorer. Never rejects: whatever the scorer does, the attempt is at worst unscored. One that
 * the budget refused a call has not failed: its verdict is `cancelled`, and a run that goes on asks it.
 */
export async function judge<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  toJudge: RunToJudge<Output, Expected>,
  onFatal?: OnFatal,
): Promise<Judgement> {
  const { refusals } = toJudge.usage;
  const countBefore = refusals.length;
  const judgement = await ask(scorer, toJudge, onFatal);
  const refusal = refusals[countBefore];
  // Without the call there is no honest verdict, whatever the scorer made of the error.
  return refusal === undefined ? judgement : cutOff(refusal);
}

/** What there is of a scorer that the end of the run came before; `reason` is why it ended. */
export function cutOff(reason: unknown): Judgement {
  return { ...none, unscored: { cause: "cancelled", reason: whyCancelled(reason) } };
}

async function ask<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  { run, expected, context }: RunToJudge<Output, Expected>,
  onFatal: OnFatal | undefined,
): Promise<Judgement> {
  try {
    const verdict = readVerdict(await scorer.score(run, expected, context), scorer.name);
    if (!("unscored" in verdict)) return { ...none, score: verdict };
    const { unscored: _, ...why } = verdict;
    return { ...none, unscored: { cause: "cannot-tell", ...why } };
  } catch (thrown) {
    const refusal = budgetRefusalIn(thrown);
    if (refusal !== undefined) return cutOff(refusal);
    if (onFatal !== undefined) tellFatal(thrown, onFatal);
    const { message, errorType } = toFailure(thrown);
    const detail = scorerErrorDetail(thrown);
    const evidence = detail === undefined ? {} : { detail };
    const unscored = { cause: "scorer-error", reason: message, ...evidence } as const;
    return { ...none, unscored, error: `scorer: ${message}`, errorType };
  }
}

/** Scorers that are made of others wrap what one of them threw. */
function tellFatal(thrown: unknown, onFatal: OnFatal): void {
  for (const error of causeChain(thrown)) {
    const failure = readProviderFailure(error);
    if (failure?.isFatal !== true) continue;
    onFatal(failure.errorClass);
    return;
  }
}
