import type { Scorer } from "@rollouts/core";
import type { CombinedScorer } from "../combine/combined-scorer.ts";
import { askPart, type PartOutcome, type Question } from "../combine/part.ts";

/** What a scorer said, and what its parts said, if it has any. */
export interface ScoredProbe {
  readonly outcome: PartOutcome;
  readonly parts: readonly ScoredProbe[];
}

/** Scores one run, and keeps what every part says, so that no part is asked twice. */
export async function scoreProbe<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  question: Question<Output, Expected>,
  weight = 1,
): Promise<ScoredProbe> {
  const part = { scorer, weight };
  if (!isCombined(scorer)) return { outcome: await askPart(part, question), parts: [] };
  const parts = await Promise.all(
    scorer.parts.map((inner) => scoreProbe(inner.scorer, question, inner.weight)),
  );
  const combined: Scorer<Output, Expected> = {
    ...scorer,
    score: () => scorer.combine(parts.map(({ outcome }) => outcome)),
  };
  const { part: _, ...outcome } = await askPart({ ...part, scorer: combined }, question);
  return { outcome: { part, ...outcome }, parts };
}

export function isCombined<Output, Expected>(
  scorer: Scorer<Output, Expected>,
): scorer is CombinedScorer<Output, Expected> {
  const { parts, combine } = scorer as Partial<CombinedScorer<Output, Expected>>;
  return Array.isArray(parts) && typeof combine === "function";
}
