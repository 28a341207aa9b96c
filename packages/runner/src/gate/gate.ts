import { describeValue, formatNumber, type Model } from "@rollouts/core";
import type { AttemptTime } from "./attempt-caller.ts";
import { AttemptGate } from "./attempt-gate.ts";
import type { BudgetLimits } from "./budget-options.ts";
import { isBudgetSpent } from "./budget-spent.ts";
import type { Clock } from "./clock.ts";
import type { CallPurpose, Entrance } from "./entrance.ts";
import { createEvidence } from "./evidence.ts";
import { createLane, type Lane } from "./lane.ts";
import { createLedger } from "./ledger.ts";
import type { Limits } from "./limits.ts";
import type { SharedGate } from "./shared-gate.ts";
import { createSharedSamples } from "./shared-samples.ts";
import type { HeldBackBy } from "./starved.ts";
import { warnOfUnusedLimits } from "./unused-limits.ts";

/** What all model calls of a run pass through. */
export interface Gate {
  /** The gate as one attempt sees it, of so many at its task. */
  admit(time: AttemptTime, attemptCount?: number): AttemptGate;
  /** Aborts when the budget is spent; absent without a budget. */
  readonly budgetEnded: AbortSignal | undefined;
  /** Why the budget lets no further call start; `null` while calls may. */
  budgetEndedBy(): string | null;
  /** How many calls the budget did not let start. */
  refusedCount(): number;
  /** What is told once the run is over. */
  closingWarnings(): readonly string[];
}

export interface GateOptions {
  readonly limits: Limits;
  readonly budget: BudgetLimits | null;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** Makes the gate of one run. */
export function createGate({ limits, budget, clock, warn }: GateOptions): Gate {
  const lanes = new Map<string, Pick<Entrance, "lane" | "onStarved">>();
  /** Those that `limits.providers` is for: the lane of scorers alone has limits of its own. */
  const metAccounts: Pick<Model, "provider" | "account">[] = [];
  const entrances = {
    agent: new WeakMap<Model, Entrance>(),
    scorer: new WeakMap<Model, Entrance>(),
  };
  const warnedUntil = new Map<Lane, number>();
  const ledger = createLedger(budget, warn);
  const evidence = createEvidence(warn);
  let admittedCount = 0;
  let callCount = 0;
  let refusedCount = 0;

  function laneOf({ provider, account }: Model, purpose: CallPurpose) {
    const isApart = purpose === "scorer" && limits.scorers !== null;
    const key = JSON.stringify([isApart, provider, account]);
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const own = isApart && limits.scorers ? limits.scorers : limits.of(provider, account);
    if (!isApart) metAccounts.push({ provider, account });
    const onStarved = warnOnce((by: HeldBackBy) => describeStarved(provider, by), warn);
    const made = { lane: createLane({ limits: own, clock, onStarved }), onStarved };
    lanes.set(key, made);
    return made;
  }

  /** Kept for each model object, since every attempt asks for the same ones. */
  function entranceOf(model: Model, purpose: CallPurpose): Entrance {
    const byModel = entrances[purpose];
    const known = byModel.get(model);
    if (known !== undefined) return known;
    const entrance = { model, purpose, ...laneOf(model, purpose), books: ledger.open(model) };
    byModel.set(model, entrance);
    return entrance;
  }

  const shared: SharedGate = {
    clock,
    modelTries: limits.modelTries,
    budgetEnded: ledger.ended,
    entranceOf,
    samples: createSharedSamples(warn),
    onCall() {
      callCount += 1;
    },
    onRefusal() {
      refusedCount += 1;
    },
    onReply: evidence.note,
    onReport: ledger.report,
    onLongPause({ model, lane }, durationMs) {
      const now = clock.now();
      if ((warnedUntil.get(lane) ?? now) > now) return;
      warnedUntil.set(lane, now + durationMs);
      warn(
        `The provider ${describeValue(model.provider)} asks for a wait of ${describeWait(durationMs)}, which is longer than an attempt has left. Nothing is sent to it until then.`,
      );
    },
  };

  return {
    admit(time, attemptCount = 1) {
      admittedCount += 1;
      return new AttemptGate(shared, time, { number: admittedCount, attemptCount });
    },
    budgetEnded: ledger.ended,
    budgetEndedBy() {
      const reason: unknown = ledger.ended?.reason;
      return isBudgetSpent(reason) ? reason.message : null;
    },
    refusedCount: () => refusedCount,
    closingWarnings() {
      const isBlind = budget !== null && callCount === 0 && !ledger.hasReports();
      const blind =
        "The budget saw no model call, and no attempt reported usage: it counts calls of context.model and of models that were passed to context.gate, and of others only what an attempt reports when it is over.";
      return [
        ...evidence.closing(),
        ...warnOfUnusedLimits(limits.names, metAccounts),
        ...(isBlind ? [blind] : []),
      ];
    },
  };
}

/** A function that warns the first time that it is called. */
function warnOnce<Cause>(
  describe: (cause: Cause) => string,
  warn: (message: string) => void,
): (cause: Cause) => void {
  let hasWarned = false;
  return (cause) => {
    if (!hasWarned) warn(describe(cause));
    hasWarned = true;
  };
}

function describeStarved(provider: string, by: HeldBackBy): string {
  return `Attempts run out of time while their calls wait for the provider ${describeValue(provider)}: it is ${by} that holds them back. Lower the concurrency, or raise that limit or the environment's timeoutMs.`;
}

function describeWait(durationMs: number): string {
  if (durationMs < 1000) return `${Math.ceil(durationMs)} ms`;
  return `${Number(formatNumber(durationMs / 1000, 1))} s`;
}
