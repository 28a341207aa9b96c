import { agentBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { refuseFailures, refuseLeaks } from "./leaks.ts";
import { newMarker } from "./marker.ts";
import { type Pace, togetherPace, turnsPace } from "./pace.ts";
import { runAttempt, type Subject } from "./subject.ts";
import type { WatchedAttempt } from "./watched-attempt.ts";

const attemptIndexes = [0, 1, 2, 3, 4] as const;

/** The leak canary: what was told to one attempt must not show in another. */
export function leakCases(subject: Subject): readonly ContractCase[] {
  return [
    { name: "leak canary: attempts in sequence", run: () => runInSequence(subject) },
    { name: "leak canary: attempts in parallel", run: () => runInParallel(subject) },
    { name: "leak canary: attempts with the same input", run: () => runSameInput(subject) },
  ];
}

async function runInSequence(subject: Subject): Promise<void> {
  const attempts: WatchedAttempt[] = [];
  for (const attemptIndex of attemptIndexes) {
    attempts.push(await runAttempt(subject, { taskId: "sequence", attemptIndex }));
  }
  refuseLeaks(attempts, subject.attempts);
  refuseFailures(attempts);
}

/** Some races need replies that come at once, others need replies that overtake one another. */
async function runInParallel(subject: Subject): Promise<void> {
  const together = togetherPace();
  await runWave(subject, "parallel", () => together);
  await runWave(subject, "staggered", (index) => turnsPace(attemptIndexes.length - index));
}

async function runWave(
  subject: Subject,
  taskId: string,
  paceOf: (attemptIndex: number) => Pace,
): Promise<void> {
  const attempts = await Promise.all(
    attemptIndexes.map((attemptIndex) =>
      runAttempt(subject, { taskId, attemptIndex, pace: paceOf(attemptIndex) }),
    ),
  );
  // What earlier ones left behind is the concern of the other checks.
  refuseLeaks(attempts, attempts);
  refuseFailures(attempts);
}

/** An answer that is kept for its input would make of K samples one. */
async function runSameInput(subject: Subject): Promise<void> {
  const inputMarker = newMarker();
  const attempts: WatchedAttempt[] = [];
  for (const attemptIndex of attemptIndexes) {
    attempts.push(await runAttempt(subject, { taskId: "same-input", attemptIndex, inputMarker }));
  }
  refuseLeaks(attempts, subject.attempts);
  refuseFailures(attempts);
  refuseReplays(attempts);
}

/** For models that are the caller's, whose replies do not tell whom they were for. */
function refuseReplays([first, ...others]: readonly WatchedAttempt[]): void {
  const replay = others.find(({ witness }) => witness.requestCount() === 0);
  if (first === undefined || replay === undefined || first.witness.requestCount() === 0) return;
  throw agentBroken(
    `Attempt ${replay.label} called no model, though attempt ${first.label} with the same input did: the agent replays an answer. Keep no answers between runs.`,
  );
}
