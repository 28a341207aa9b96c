import { describeThrown } from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import type { WatchedAttempt } from "./watched-attempt.ts";
import type { Sighting } from "./witness.ts";

interface Leak extends Sighting {
  readonly seer: WatchedAttempt;
  readonly owner: WatchedAttempt;
}

const maxNamed = 5;

/** Throws when one of `seers` shows something that only another one of `owners` can know. */
export function refuseLeaks(
  seers: readonly WatchedAttempt[],
  owners: readonly WatchedAttempt[],
): void {
  for (const { events, witness } of seers) {
    // Once more, since what was yielded may be an object that other attempts have changed since.
    for (const event of events) witness.seeEvent(event);
  }
  const leaks = seers.flatMap((seer) => leaksInto(seer, owners));
  if (leaks.length > 0) throw agentBroken(describeLeaks(leaks));
}

/** Throws when an attempt failed: what did not run shows nothing. */
export function refuseFailures(attempts: readonly WatchedAttempt[]): void {
  for (const { label, failure } of attempts) {
    if (failure === null) continue;
    throw agentBroken(
      `Attempt ${label} failed (${describeThrown(failure.thrown)}). Give an input that the agent can answer, and a model if the echo model's replies do not suit it.`,
      failure.thrown,
    );
  }
}

/** One for each other attempt: that which was seen first. */
function leaksInto(seer: WatchedAttempt, owners: readonly WatchedAttempt[]): readonly Leak[] {
  const leaks = new Map<WatchedAttempt, Leak>();
  for (const [marker, sighting] of seer.witness.sightings) {
    if (seer.markers.has(marker)) continue;
    const owner = owners.find(({ markers }) => markers.has(marker));
    if (owner !== undefined && !leaks.has(owner)) leaks.set(owner, { ...sighting, seer, owner });
  }
  return [...leaks.values()];
}

function describeLeaks(leaks: readonly Leak[]): string {
  const named = leaks.slice(0, maxNamed).map(({ seer, owner, channel, place }) => {
    return `attempt ${seer.label} saw something of attempt ${owner.label} through ${channel} (${place})`;
  });
  const more = leaks.length > maxNamed ? `; and ${leaks.length - maxNamed} more` : "";
  return `The agent leaks between attempts: ${named.join("; ")}${more}. Keep what changes during a run in the AttemptContext, or pass a factory that makes an agent with a state of its own.`;
}
