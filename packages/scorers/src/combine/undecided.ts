import { ScorerError, type Unscored, unscored } from "@rollouts/core";
import { describeOutcome, type PartOutcome, toDetail } from "./part.ts";

/**
 * What the combination says when the scores alone do not decide: unscored when a part cannot tell,
 * `null` when all parts are scored.
 *
 * @throws ScorerError when a part broke: it names the part, and has what that threw as its cause.
 */
export function undecided(name: string, outcomes: readonly PartOutcome[]): Unscored | null {
  const broken = outcomes.find(({ type }) => type === "error");
  if (broken?.type === "error") {
    const [message, detail] = [describeOutcome(broken), toDetail(outcomes)];
    throw new ScorerError({ scorer: name, message, cause: broken.thrown, detail });
  }
  const silent = outcomes.filter(({ type }) => type === "unscored");
  return silent.length === 0 ? null : unscored(describeOutcomes(silent), toDetail(outcomes));
}

export function describeOutcomes(outcomes: readonly PartOutcome[]): string {
  return outcomes.map(describeOutcome).join("; ");
}
