import type { ScorerInput } from "@rollouts/core";
import { checkOptions } from "./check-options.ts";
import {
  type CombinedScorer,
  combineScorers,
  requireParts,
  toParts,
} from "./combine/combined-scorer.ts";
import { scoresOf, toDetail } from "./combine/part.ts";
import { describeOutcomes, undecided } from "./combine/undecided.ts";

/** What `allOf` and `anyOf` take. */
export interface CombinationOptions {
  /** Default: that of the function, `allOf` or `anyOf`. */
  readonly name?: string | undefined;
}

const caller = "allOf";

/**
 * Passes when every part passes. The value is the smallest of the parts'.
 *
 * One failed part fails the attempt, whatever the others say. Else a part that throws leaves it
 * unscored with an error that names the part, and a part that cannot tell leaves it unscored.
 * All parts are asked, at once; the reason names those that failed, and `detail.parts` holds
 * what each said.
 *
 * @throws InvalidArgumentError for an empty list, or a part that is no scorer.
 */
export function allOf<Output, Expected>(
  parts: readonly ScorerInput<Output, Expected>[],
  options: CombinationOptions = {},
): CombinedScorer<Output, Expected> {
  requireParts(parts, caller);
  checkOptions(options, { caller, keys: ["name"], example: '{ name: "strict" }' });
  const { name = caller } = options;
  return combineScorers({
    name,
    rule: "all",
    parts: toParts(parts, caller),
    combine(outcomes) {
      const failed = outcomes.filter((one) => one.type === "score" && !one.score.passed);
      const open = failed.length === 0 ? undecided(name, outcomes) : null;
      if (open !== null) return open;
      const value = Math.min(...scoresOf(outcomes).map((score) => score.value));
      const detail = toDetail(outcomes);
      if (failed.length === 0) return { value, passed: true, detail };
      return { value, passed: false, reason: describeOutcomes(failed), detail };
    },
  });
}
