import type { AgentRun, StopReason } from "@rollouts/core";
import type { Failure } from "./failure.ts";

/** How an agent's run ended, before any scoring. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly error: string | null;
  readonly errorType: string | null;
  /** The kind of error that ended it; `null` when it ended otherwise. */
  readonly errorKind: string | null;
}

export interface EndingFacts {
  readonly fired: "timeout" | "cancelled" | null;
  readonly timeoutMs: number;
  /** What went wrong before that, in order. */
  readonly failures: readonly Failure[];
  readonly run: AgentRun | null;
}

/** Decides why an attempt stopped. */
export function decideEnding({ fired, timeoutMs, failures, run }: EndingFacts): Ending {
  // A set, since an agent that reports an error and then throws it says it twice.
  const messages = [...new Set(failures.map(({ message }) => message))];
  const errorType = failures[0]?.errorType ?? null;
  if (fired === "timeout") {
    const error = [...messages, `timeout: exceeded ${timeoutMs / 1000}s`].join("; ");
    return { stopReason: "timeout", error, errorType, errorKind: null };
  }
  if (fired === "cancelled") {
    const error = [...messages, "cancelled: the run was aborted"].join("; ");
    return { stopReason: "cancelled", error, errorType, errorKind: null };
  }
  const [first] = failures;
  if (first === undefined) return decideByRun(run);
  const error = messages.join("; ");
  // An abort that neither the deadline nor the caller asked for: the agent gave up by itself.
  return errorType === "AbortError"
    ? { stopReason: "cancelled", error, errorType, errorKind: null }
    : { stopReason: "error", error, errorType, errorKind: first.kind };
}

function decideByRun(run: AgentRun | null): Ending {
  const none = { error: null, errorType: null, errorKind: null };
  if (run === null || run.status === "incomplete") {
    const error = "the agent ended without an end event";
    return { ...none, stopReason: "error", error, errorKind: error };
  }
  if (run.status === "paused") {
    return { ...none, stopReason: "paused", error: "run ended with status paused" };
  }
  if (run.status === "truncated") {
    return { ...none, stopReason: "truncated", error: "truncated: the answer was cut off" };
  }
  if (hasNoContent(run)) {
    const error = "truncated: the run completed with no content";
    return { ...none, stopReason: "truncated", error };
  }
  return { ...none, stopReason: "completed" };
}

/** An empty string is an answer, and so are a refusal and a reply that misses the schema. */
function hasNoContent(run: AgentRun): boolean {
  return (
    run.text === null &&
    run.output === undefined &&
    run.outputError === undefined &&
    run.refusal === undefined
  );
}
