import {
  type CompletedRun,
  describeThrown,
  errorTypeOf,
  type Json,
  readVerdict,
  type Score,
  type ScoreContext,
  type Scorer,
  scorerErrorDetail,
  toSafeLine,
} from "@rollouts/core";

/** A scorer inside another one. */
export interface ScorerPart<Output = unknown, Expected = unknown> {
  readonly scorer: Scorer<Output, Expected>;
  /** Its share in the value; 1 where parts are not weighed. */
  readonly weight: number;
}

/** What one part said: a score, that it cannot tell, or what it threw. */
export type PartOutcome = { readonly part: ScorerPart } & (
  | { readonly type: "score"; readonly score: Score }
  | { readonly type: "unscored"; readonly reason: string; readonly detail?: Json | undefined }
  | { readonly type: "error"; readonly thrown: unknown }
);

/** What a scorer is asked. */
export interface Question<Output, Expected> {
  readonly run: CompletedRun<Output>;
  readonly expected: Expected;
  readonly context: ScoreContext;
}

/** Asks one part. Never rejects: what it throws is an outcome. */
export async function askPart<Output, Expected>(
  part: ScorerPart<Output, Expected>,
  { run, expected, context }: Question<Output, Expected>,
): Promise<PartOutcome> {
  const { scorer } = part;
  try {
    const verdict = readVerdict(await scorer.score(run, expected, context), scorer.name);
    if (!("unscored" in verdict)) return { part, type: "score", score: verdict };
    const { unscored: _, ...why } = verdict;
    return { part, type: "unscored", ...why };
  } catch (thrown) {
    return { part, type: "error", thrown };
  }
}

/** An outcome in a few words, for a reason: `judge: off topic`. */
export function describeOutcome(outcome: PartOutcome): string {
  const { name } = outcome.part.scorer;
  if (outcome.type === "unscored") return `${name}: ${outcome.reason}`;
  if (outcome.type === "error") return `${name}: ${describeError(outcome.thrown)}`;
  const { reason, passed } = outcome.score;
  return `${name}: ${reason ?? (passed ? "passed" : "failed")}`;
}

/** With its class, unless that says no more than that a scorer broke. */
function describeError(thrown: unknown): string {
  const errorType = errorTypeOf(thrown);
  const isTelling = errorType !== null && errorType !== "ScorerError";
  return isTelling ? `${errorType}: ${describeThrown(thrown)}` : describeThrown(thrown);
}

/** All outcomes as plain data, for the detail of a verdict. */
export function toDetail(outcomes: readonly PartOutcome[]): Json {
  return { parts: outcomes.map(toPartDetail) };
}

function toPartDetail(outcome: PartOutcome): Json {
  const { name } = outcome.part.scorer;
  if (outcome.type === "score") return { name, ...outcome.score };
  const isError = outcome.type === "error";
  const why = isError
    ? { error: toSafeLine(describeError(outcome.thrown)) }
    : { unscored: outcome.reason };
  const detail = isError ? scorerErrorDetail(outcome.thrown) : outcome.detail;
  return { name, ...why, ...(detail === undefined ? {} : { detail }) };
}

export function scoresOf(outcomes: readonly PartOutcome[]): readonly Score[] {
  return outcomes.flatMap((outcome) => (outcome.type === "score" ? [outcome.score] : []));
}
