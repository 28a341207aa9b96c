import {
  describeValue,
  fingerprint,
  InvalidArgumentError,
  type Json,
  readDigest,
  type Scorer,
  type ScorerInput,
  toScorer,
  type Verdict,
} from "@rollouts/core";
import { askPart, type PartOutcome, type ScorerPart } from "./part.ts";

/** A scorer that is made of others. */
export interface CombinedScorer<Output = unknown, Expected = unknown>
  extends Scorer<Output, Expected> {
  readonly parts: readonly ScorerPart<Output, Expected>[];
  /**
   * The verdict that these outcomes make: those of all parts, or of some.
   *
   * @throws ScorerError that names a part that broke, unless the other outcomes decide.
   */
  combine(outcomes: readonly PartOutcome[]): Verdict;
}

export interface CombineOptions<Output, Expected> {
  readonly name: string;
  /** The rule and its settings, for the digest. */
  readonly rule: Json;
  readonly parts: readonly ScorerPart<Output, Expected>[];
  readonly combine: (outcomes: readonly PartOutcome[]) => Verdict;
}

/** Makes one scorer that asks all its parts, at once, and combines what they say. */
export function combineScorers<Output, Expected>(
  options: CombineOptions<Output, Expected>,
): CombinedScorer<Output, Expected> {
  const { name, rule, parts, combine } = options;
  return {
    specVersion: "v1",
    name,
    parts,
    combine,
    async score(run, expected, context) {
      const question = { run, expected, context };
      const outcomes = await Promise.all(parts.map((part) => askPart(part, question)));
      try {
        return combine(outcomes);
      } catch (thrown) {
        // A part that was stopped is not broken.
        context.signal.throwIfAborted();
        throw thrown;
      }
    },
    digest() {
      const sum = parts.reduce((total, { weight }) => total + weight, 0);
      const digests = parts.map(({ scorer, weight }) => {
        return { digest: readDigest(scorer), share: toShare(weight / sum) };
      });
      return fingerprint({ kind: "combination", rule, parts: digests });
    },
  };
}

/** Only the proportions of weights count; 12 digits, as 2 / 3 and 0.2 / 0.3 differ in the last. */
function toShare(share: number): number {
  return Number(share.toPrecision(12));
}

/** Refuses what is no list of parts, and an empty one, which would pass or fail everything. */
export function requireParts(parts: unknown, combinator: string): void {
  if (Array.isArray(parts) && parts.length > 0) return;
  throw new InvalidArgumentError({
    argument: "parts",
    message: `${combinator} needs a list of at least one part, got ${describeValue(parts)}.`,
  });
}

/** Parts that weigh the same. */
export function toParts<Output, Expected>(
  inputs: readonly ScorerInput<Output, Expected>[],
  combinator: string,
): readonly ScorerPart<Output, Expected>[] {
  return inputs.map((input, index) => {
    return { scorer: toScorer(input, `${combinator}: parts[${index}]`), weight: 1 };
  });
}
