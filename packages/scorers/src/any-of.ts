import type { ScorerInput } from "@rollouts/core";
import type { CombinationOptions } from "./all-of.ts";
import { checkOptions } from "./check-options.ts";
import {
  type CombinedScorer,
  combineScorers,
  requireParts,
  toParts,
} from "./combine/combined-scorer.ts";
import { scoresOf, toDetail } from "./combine/part.ts";
import { describeOutcomes, undecided } from "./combine/undecided.ts";

const caller = "anyOf";

/**
 * Passes when at least one part passes. The value is the largest of the parts'.
 *
 * One passing part passes the attempt, whatever the others say. Else a part that throws leaves
 * it unscored with an error that names the part, and a part that cannot tell leaves it unscored.
 * All parts are asked, at once; the reason names those that decided, and `detail.parts` holds
 * what each said.
 *
 * @throws InvalidArgumentError for an empty list, or a part that is no scorer.
 */
export function anyOf<Output, Expected>(
  parts: readonly ScorerInput<Output, Expected>[],
  options: CombinationOptions = {},
): CombinedScorer<Output, Expected> {
  requireParts(parts, caller);
  checkOptions(options, { caller, keys: ["name"], example: '{ name: "strict" }' });
  const { name = caller } = options;
  return combineScorers({
    name,
    rule: "any",
    parts: toParts(parts, caller),
    combine(outcomes) {
      const passing = outcomes.filter((one) => one.type === "score" && one.score.passed);
      const open = passing.length === 0 ? undecided(name, outcomes) : null;
      if (open !== null) return open;
      const value = Math.max(...scoresOf(outcomes).map((score) => score.value));
      const passed = passing.length > 0;
      const reason = describeOutcomes(passed ? passing : outcomes);
      return { value, passed, reason, detail: toDetail(outcomes) };
    },
  });
}
