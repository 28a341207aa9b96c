import type { AttemptResult } from "@rollouts/core";

/** The three states of an attempt that ran. */
export type AttemptVerdict = "passed" | "failed" | "unscored";

/** The grid's signs, which differ in form and not in colour alone. */
export const glyphs: Readonly<Record<AttemptVerdict, string>> = {
  passed: "█",
  failed: "░",
  unscored: "▲",
};

export function verdictOf({ score }: Pick<AttemptResult, "score">): AttemptVerdict {
  if (score === null) return "unscored";
  return score.passed ? "passed" : "failed";
}
