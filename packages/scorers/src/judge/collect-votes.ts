import { runPool } from "../offline/run-pool.ts";
import { type Ballot, castVote, type Vote } from "./cast-vote.ts";

/** Votes of one attempt under way at a time. */
const maxInFlight = 4;

/** Collects all votes. The first that fails aborts the others, which nobody would count any more. */
export function collectVotes(ballot: Ballot, signal: AbortSignal): Promise<Vote[]> {
  const ballots = Array.from({ length: ballot.settings.samples }, () => ballot);
  return runPool(ballots, castVote, { concurrency: maxInFlight, signal });
}
