import type { JsonObject } from "@rollouts/core";
import type { Vote } from "./cast-vote.ts";
import type { JudgeSettings } from "./judge-options.ts";
import type { VoteCount } from "./vote-count.ts";

/**
 * How the verdict came about. `prompt` is the exact text of the first call; the other calls had the
 * same one with their own `marker`.
 */
export function detailOf(
  votes: readonly Vote[],
  { passing, failing, unreadable, meanScore }: VoteCount,
  mode: JudgeSettings["mode"],
): JsonObject {
  const first = votes[0]?.calls[0]?.prompt;
  return {
    mode,
    rawScore: meanScore ?? undefined,
    passVotes: passing.length,
    failVotes: failing.length,
    unreadableVotes: unreadable.length,
    prompt: first?.text,
    leftOut: first?.leftOut,
    votes: votes.map(({ answer, calls }) => ({
      choice: answer?.choice ?? null,
      reason: answer?.reason ?? null,
      calls: calls.map(({ prompt, answer: raw, problem }) => ({
        marker: prompt.marker,
        answer: raw,
        problem,
      })),
    })),
  };
}
