import type { Vote } from "./cast-vote.ts";
import type { JudgeSettings } from "./judge-options.ts";
import type { JudgeAnswer } from "./read-answer.ts";

/** The votes by what they say. */
export interface VoteCount {
  readonly passing: readonly JudgeAnswer[];
  readonly failing: readonly JudgeAnswer[];
  readonly unreadable: readonly Vote[];
  /** Of all that could be read; `null` in binary mode, or when none could. */
  readonly meanScore: number | null;
}

/** Sorts the votes into passes, fails and those that could not be read. */
export function sortVotes(votes: readonly Vote[], { threshold }: JudgeSettings): VoteCount {
  const passing: JudgeAnswer[] = [];
  const failing: JudgeAnswer[] = [];
  const scores: number[] = [];
  for (const { answer } of votes) {
    if (answer === undefined) continue;
    const { choice } = answer;
    if (typeof choice === "number") scores.push(choice);
    const passes = typeof choice === "number" ? choice >= threshold : choice === "pass";
    (passes ? passing : failing).push(answer);
  }
  return {
    passing,
    failing,
    unreadable: votes.filter(({ answer }) => answer === undefined),
    meanScore: scores.length === 0 ? null : scores.reduce((a, b) => a + b) / scores.length,
  };
}

/** For the reason: `votes: 2 pass, 1 fail`. */
export function describeCount({ passing, failing, unreadable }: VoteCount): string {
  const counts = [
    ["pass", passing.length],
    ["fail", failing.length],
    ["unreadable", unreadable.length],
  ] as const;
  const present = counts.filter(([, count]) => count > 0);
  return `votes: ${present.map(([word, count]) => `${count} ${word}`).join(", ")}`;
}
