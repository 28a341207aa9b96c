import type { Environment, Model } from "@rollouts/core";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { Gate } from "../gate/gate.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import type { Deadline } from "../time/deadline.ts";
import type { Deadlines } from "../time/deadlines.ts";
import type { GiveTurn } from "../time/event-loop-turn.ts";

/** What all attempts of a run have in common. */
export interface AttemptSettings<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  /** Takes the place of the agent's. */
  readonly model: Model | undefined;
  /** Of the agent that was built before the run; `null` when it cannot be told. */
  readonly policyFingerprint: string | null;
  readonly seed: number;
  readonly graceMs: number;
  /** More tries after one that failed. */
  readonly retries: number;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
  readonly giveTurn: GiveTurn;
  /** How many attempts at the same task the run makes. */
  countAttempts(planned: PlannedAttempt<Expected>): number;
}

/** What all tries of an attempt share. */
export interface AttemptTools {
  readonly deadline: Deadline;
  readonly gate: AttemptGate;
}
