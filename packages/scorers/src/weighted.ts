import {
  formatNumber,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
  type ScorerInput,
  toScorer,
} from "@rollouts/core";
import { checkOptions } from "./check-options.ts";
import { type CombinedScorer, combineScorers, requireParts } from "./combine/combined-scorer.ts";
import { type PartOutcome, type ScorerPart, toDetail } from "./combine/part.ts";
import { undecided } from "./combine/undecided.ts";

/** A scorer and its share in the value. */
export interface WeightedPart<Output = unknown, Expected = unknown> {
  readonly scorer: ScorerInput<Output, Expected>;
  /** Over 0. Only the proportions count: 2 and 1 are the same as 0.6 and 0.3. */
  readonly weight: number;
}

/** What `weighted` takes. */
export interface WeightedOptions {
  /** It passes when the value is at least this. From 0 to 1. @defaultValue 0.5 */
  readonly passThreshold?: number | undefined;
  /** @defaultValue "weighted" */
  readonly name?: string | undefined;
}

const caller = "weighted";
const example = "{ passThreshold: 0.8 }";
/** Sums of fractions are a little off: 0.1 + 0.2 + 0.4 falls short of 0.7. */
const slack = 1e-12;

/**
 * The weighted mean of the parts' values. Passes when it is at least `passThreshold`, so that a part
 * may fail as long as the others make up for it; where none may, use `allOf`.
 *
 * A part that throws leaves the attempt unscored with an error that names it, and a part that cannot
 * tell leaves it unscored. All parts are asked, at once; `detail.parts` holds what each said.
 *
 * @throws InvalidArgumentError for an empty list, a part that is no scorer, a weight that is not over
 * 0, or weights that add up to more than a number can be.
 */
export function weighted<Output, Expected>(
  parts: readonly WeightedPart<Output, Expected>[],
  options: WeightedOptions = {},
): CombinedScorer<Output, Expected> {
  requireParts(parts, caller);
  checkOptions(options, { caller, keys: ["passThreshold", "name"], example });
  const { passThreshold = 0.5, name = caller } = options;
  if (typeof passThreshold !== "number" || !(passThreshold >= 0 && passThreshold <= 1)) {
    throw invalidArgument("passThreshold", "from 0 to 1", passThreshold, { caller });
  }
  const read = parts.map((part, index) => readPart(part, `parts[${index}]`));
  if (!Number.isFinite(sumOf(read))) {
    throw invalidArgument("parts", "weights whose sum is finite", sumOf(read), { caller });
  }
  return combineScorers({
    name,
    rule: { weightedFrom: passThreshold },
    parts: read,
    combine(outcomes) {
      const open = undecided(name, outcomes);
      if (open !== null) return open;
      const value = meanValue(outcomes);
      const passed = value >= passThreshold - slack;
      return {
        value,
        passed,
        reason: outcomes.map(describeShare).join("; "),
        detail: toDetail(outcomes),
      };
    },
  });
}

function readPart<Output, Expected>(
  part: WeightedPart<Output, Expected>,
  at: string,
): ScorerPart<Output, Expected> {
  if (!isPlainObject(part)) throw invalidArgument(at, "{ scorer, weight }", part, { caller });
  refuseUnknownKeys(part, ["scorer", "weight"], `${caller}: ${at}`);
  const { scorer, weight } = part;
  if (typeof weight !== "number" || !(weight > 0) || !Number.isFinite(weight)) {
    throw invalidArgument(`${at}.weight`, "a finite number over 0", weight, { caller });
  }
  return { scorer: toScorer<Output, Expected>(scorer, `${caller}: ${at}.scorer`), weight };
}

function sumOf(parts: readonly { readonly weight: number }[]): number {
  return parts.reduce((sum, { weight }) => sum + weight, 0);
}

function meanValue(outcomes: readonly PartOutcome[]): number {
  const weightSum = sumOf(outcomes.map(({ part }) => part));
  const sum = outcomes.reduce(
    (total, outcome) => total + outcome.part.weight * partValue(outcome),
    0,
  );
  return sum / weightSum;
}

function partValue(outcome: PartOutcome): number {
  return outcome.type === "score" ? outcome.score.value : Number.NaN;
}

/** `judge 0.25 x 2 (off topic)` */
function describeShare(outcome: PartOutcome): string {
  const { scorer, weight } = outcome.part;
  const share = `${scorer.name} ${formatNumber(partValue(outcome), 2)} x ${weight}`;
  const reason = outcome.type === "score" ? outcome.score.reason : undefined;
  return reason === undefined ? share : `${share} (${reason})`;
}
