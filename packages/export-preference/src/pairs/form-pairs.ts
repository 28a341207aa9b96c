import type { Candidate } from "../attempts/candidate.ts";
import type { NoPair, NoPairReason } from "./no-pair-reason.ts";
import type { PairMethod } from "./pair-method.ts";
import { type FormedPair, type FormRules, PairSearch } from "./pair-search.ts";
import { rejectedOrder } from "./rejected-order.ts";

/** The pairs of one task. */
export interface Formed {
  readonly pairs: readonly FormedPair[];
  /** Why there is none; `null` when there are some. */
  readonly noPair: Omit<NoPair, "taskId"> | null;
  /** Passing attempts that say what a better or earlier one says. */
  readonly mergedCount: number;
  /** Attempts that say what one with the other verdict says. */
  readonly contradictoryCount: number;
}

const minAttemptsForDeviation = 8;

/** Pairs the attempts of one task; the order of its attempts decides between equals. */
export function formPairs(candidates: readonly Candidate[], rules: FormRules): Formed {
  const allPassed = candidates.filter(({ score }) => score.passed).sort(byScoreDown);
  const allFailed = candidates.filter(({ score }) => !score.passed);
  const reason = whyNone(allPassed.length, allFailed.length, rules.method);
  if (reason !== null) {
    return { pairs: [], noPair: withoutPair(...reason), mergedCount: 0, contradictoryCount: 0 };
  }
  const passed = withoutSayings(allPassed, allFailed);
  const failed = withoutSayings(allFailed, allPassed);
  const distinct = withoutRepeats(passed);
  const search = new PairSearch(rules);
  const orderFor = rejectedOrder(rules.method, candidates);
  for (const chosen of distinct) search.pair(chosen, orderFor(chosen, failed));
  const hasPairs = search.pairs.length > 0;
  return {
    pairs: search.pairs,
    noPair: hasPairs ? null : (search.nearest ?? identical(allPassed, allFailed)),
    mergedCount: passed.length - distinct.length,
    contradictoryCount: candidates.length - passed.length - failed.length,
  };
}

/** Those that say what none of the others says. */
function withoutSayings(
  candidates: readonly Candidate[],
  others: readonly Candidate[],
): Candidate[] {
  const said = new Set(others.map(({ digest }) => digest));
  return candidates.filter(({ digest }) => !said.has(digest));
}

/** Where nothing is left of one side: the first of those that say the same. */
function identical(
  passed: readonly Candidate[],
  failed: readonly Candidate[],
): Omit<NoPair, "taskId"> | null {
  for (const { digest, attemptIndex } of passed) {
    const same = failed.find((one) => one.digest === digest);
    if (same === undefined) continue;
    const fault = "both attempts say the same";
    const rejectedAttemptIndex = same.attemptIndex;
    return { reason: "identical", attemptIndex, rejectedAttemptIndex, message: null, fault };
  }
  return null;
}

function whyNone(
  passedCount: number,
  failedCount: number,
  method: PairMethod,
): [NoPairReason, string] | null {
  const count = passedCount + failedCount;
  if (count === 0) return ["no-attempts", "no attempt can be used"];
  if (failedCount === 0) return ["all-pass", "no attempt that can be used failed"];
  if (passedCount === 0) return ["all-fail", "no attempt that can be used passed"];
  if (method !== "best-near-mu-2sigma" || count >= minAttemptsForDeviation) return null;
  return [
    "too-few-attempts",
    `method ${method} needs ${minAttemptsForDeviation} attempts, ${count} can be used`,
  ];
}

function withoutPair(reason: NoPairReason, fault: string): Omit<NoPair, "taskId"> {
  return { reason, attemptIndex: null, rejectedAttemptIndex: null, message: null, fault };
}

function byScoreDown(a: Candidate, b: Candidate): number {
  return b.score.value - a.score.value;
}

function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const first = new Map<string, Candidate>();
  for (const one of candidates) if (!first.has(one.digest)) first.set(one.digest, one);
  return [...first.values()];
}
