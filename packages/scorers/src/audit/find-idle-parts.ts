import { readVerdict, type Scorer } from "@rollouts/core";
import type { CombinedScorer } from "../combine/combined-scorer.ts";
import type { PartOutcome } from "../combine/part.ts";
import { isCombined, type ScoredProbe } from "./score-probe.ts";

/**
 * The parts of a combination without which every probe would have ended the same, inner ones too.
 * A part that stands alone decides everything.
 */
export function findIdleParts<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  probes: readonly ScoredProbe[],
): readonly string[] {
  if (!isCombined(scorer) || probes.length === 0) return [];
  return scorer.parts.flatMap(({ scorer: part }, index) => {
    const isIdle =
      scorer.parts.length > 1 && probes.every((probe) => isSameWithout(scorer, probe, index));
    const innerProbes = probes.flatMap(({ parts }) => parts.slice(index, index + 1));
    const names = [...(isIdle ? [part.name] : []), ...findIdleParts(part, innerProbes)];
    return names.map((name) => `${scorer.name} > ${name}`);
  });
}

function isSameWithout<Output, Expected>(
  scorer: CombinedScorer<Output, Expected>,
  { parts }: ScoredProbe,
  index: number,
): boolean {
  const outcomes = parts.map(({ outcome }) => outcome);
  const others = outcomes.filter((_, other) => other !== index);
  return endOf(scorer, outcomes) === endOf(scorer, others);
}

type End = "passed" | "failed" | "unscored" | "error";

function endOf<Output, Expected>(
  scorer: CombinedScorer<Output, Expected>,
  outcomes: readonly PartOutcome[],
): End {
  try {
    const verdict = readVerdict(scorer.combine(outcomes), scorer.name);
    if ("unscored" in verdict) return "unscored";
    return verdict.passed ? "passed" : "failed";
  } catch {
    return "error";
  }
}
