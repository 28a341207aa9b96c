import { type Score, ScorerError, type Unscored, unscored } from "@rollouts/core";
import type { Vote } from "./cast-vote.ts";
import type { JudgeSettings } from "./judge-options.ts";
import { describeCount, sortVotes, type VoteCount } from "./vote-count.ts";
import { detailOf } from "./vote-detail.ts";

/**
 * Makes one verdict of the votes. More than half of all that were cast must agree, the unreadable
 * ones among those that do not; else there is none.
 *
 * The value is the share of passes among the votes that can be read, or, in numeric mode, their mean
 * score, with 1 to 10 brought to 0 to 1.
 *
 * @throws ScorerError when more than half of the votes cannot be read: the judge does not work.
 */
export function countVotes(votes: readonly Vote[], settings: JudgeSettings): Score | Unscored {
  const count = sortVotes(votes, settings);
  const { passing, failing, unreadable, meanScore } = count;
  const isMajority = (side: readonly unknown[]) => side.length * 2 > votes.length;
  const detail = detailOf(votes, count, settings.mode);
  const [first] = [passing, failing].find(isMajority) ?? [];
  if (first === undefined) {
    const reason = whyUndecided(votes, count);
    if (!isMajority(unreadable)) return unscored(reason, detail);
    throw new ScorerError({
      scorer: settings.name,
      message: `${settings.name}: ${reason}`,
      detail,
    });
  }
  const passShare = passing.length / (passing.length + failing.length);
  return {
    value: meanScore === null ? passShare : (meanScore - 1) / 9,
    passed: isMajority(passing),
    reason: votes.length === 1 ? first.reason : `${describeCount(count)}: ${first.reason}`,
    detail,
  };
}

function whyUndecided(votes: readonly Vote[], count: VoteCount): string {
  const [unreadable] = count.unreadable;
  const problems = unreadable?.calls.map(({ problem }) => `the judge's answer ${problem}`) ?? [];
  if (votes.length > 1) problems.unshift(`no majority of ${describeCount(count)}`);
  return problems.join("; ");
}
