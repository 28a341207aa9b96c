import { onAbort } from "@rollouts/core";
import { type Ballot, castVote, type Vote } from "./cast-vote.ts";

/** Votes of one attempt under way at a time. */
const maxInFlight = 4;

/** Collects all votes. The first that fails aborts the others, which nobody would count any more. */
export async function collectVotes(ballot: Ballot, signal: AbortSignal): Promise<Vote[]> {
  signal.throwIfAborted();
  const { samples } = ballot.settings;
  const controller = new AbortController();
  const stopForwarding = onAbort(signal, () => controller.abort(signal.reason));
  const votes: Vote[] = [];
  let started = 0;
  const work = async () => {
    while (started < samples) {
      const index = started++;
      votes[index] = await castVote(ballot, controller.signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(samples, maxInFlight) }, work));
    return votes;
  } catch (thrown) {
    controller.abort(thrown);
    throw thrown;
  } finally {
    stopForwarding();
  }
}
