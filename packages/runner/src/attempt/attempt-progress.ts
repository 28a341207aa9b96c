import {
  type AgentEvent,
  type AgentRun,
  describeValue,
  foldRun,
  type MetricResult,
  type Store,
  type TaskInput,
} from "@rollouts/core";
import type { Failure } from "../failures/failure.ts";
import { decideEnding, type Ending } from "../failures/stop-reason.ts";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { Judgement } from "../scoring/judge.ts";
import { createScorerUsage, type ScorerUsage } from "../scoring/scorer-usage.ts";
import type { Deadline } from "../time/deadline.ts";

/** What may keep an attempt from ending. */
export type Step =
  | "the agent factory"
  | "setup"
  | "the agent"
  | "the scorer"
  | { readonly metric: string };

/** Everything that has come of an attempt so far. */
export interface AttemptProgress<Output> {
  /** What is being waited for. */
  waitsFor: Step;
  readonly events: AgentEvent<Output>[];
  /** What went wrong before the time was over, in order. */
  readonly failures: Failure[];
  /** What the agent produced, once it has ended. */
  run: AgentRun<Output> | null;
  /** Set when the agent has ended, and so before any scoring. */
  ending: Ending | null;
  judgement: Judgement | null;
  /** The class of an error of the scorer's model that every other attempt would meet as well. */
  fatalOfScorer: string | null;
  readonly metrics: Map<string, MetricResult>;
  readonly scorerUsage: ScorerUsage;
  /** Of its context, once that is made. */
  store: Store | undefined;
  /** Undoes the set-up. */
  close: (() => Promise<void>) | null;
  /** True once the slot was taken back: whatever comes later is dropped. */
  isReleased: boolean;
}

/** The blank record of an attempt. */
export function createProgress<Output>(): AttemptProgress<Output> {
  return {
    waitsFor: "the agent",
    events: [],
    failures: [],
    run: null,
    ending: null,
    judgement: null,
    fatalOfScorer: null,
    metrics: new Map(),
    scorerUsage: createScorerUsage(),
    store: undefined,
    close: null,
    isReleased: false,
  };
}

/** The words that a warning has for a step. */
export function describeStep(step: Step): string {
  return typeof step === "string" ? step : `the metric ${describeValue(step.metric)}`;
}

/** What an attempt has been given. */
export interface AttemptTerms {
  readonly input: TaskInput;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
}

/** How the attempt ended, by what is known now. */
export function endingOf<Output>(
  { failures, run }: AttemptProgress<Output>,
  { input, timeoutMs, deadline }: AttemptTerms,
): Ending {
  const fired = deadline.fired();
  return decideEnding({ fired, reason: deadline.signal.reason, timeoutMs, failures, run, input });
}

/** What the agent has produced so far; `null` when it has said nothing. */
export function runOf<Output>(
  { events }: AttemptProgress<Output>,
  gate: Pick<AttemptGate, "isTextVoid">,
): AgentRun<Output> | null {
  if (events.length === 0) return null;
  // No part of a reply that was thrown away is the answer.
  const kept = gate.isTextVoid() ? events.filter(({ type }) => type !== "text-delta") : events;
  const run = foldRun(kept);
  // The scorers see it before it is recorded and exported, and none of them may change it.
  for (const part of [run.messages, run.toolExecutions, run.served, run]) Object.freeze(part);
  return run;
}
