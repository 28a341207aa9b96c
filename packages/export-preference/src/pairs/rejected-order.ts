import type { Candidate } from "../attempts/candidate.ts";
import type { PairMethod } from "./pair-method.ts";

/** Sorts the failing attempts for a passing one, the one that goes best with it first. */
export type RejectedOrder = (chosen: Candidate, failed: readonly Candidate[]) => Candidate[];

/** The order of a method; between equals, that of the attempts. `all` are those of the task. */
export function rejectedOrder(method: PairMethod, all: readonly Candidate[]): RejectedOrder {
  switch (method) {
    case "matched":
      return ({ answerBytes }, failed) =>
        nearestFirst(failed, (one) => Math.abs(one.answerBytes - answerBytes));
    case "all":
      return (_, failed) => [...failed];
    case "best-worst":
      return (_, failed) => nearestFirst(failed, ({ score }) => score.value);
    case "best-near-mu-2sigma": {
      const target = twoDeviationsBelowMean(all.map(({ score }) => score.value));
      return (_, failed) => nearestFirst(failed, ({ score }) => Math.abs(score.value - target));
    }
  }
}

function nearestFirst(
  failed: readonly Candidate[],
  distance: (one: Candidate) => number,
): Candidate[] {
  return [...failed].sort((a, b) => distance(a) - distance(b));
}

function twoDeviationsBelowMean(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return mean - 2 * Math.sqrt(variance);
}
