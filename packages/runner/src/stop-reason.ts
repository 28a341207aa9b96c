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

const completed: Ending = {
  stopReason: "completed",
  error: null,
  errorType: null,
  errorKind: null,
};

/** Decides why an attempt stopped. */
export function decideEnding({ fired, timeoutMs, failures, run }: EndingFacts): Ending {
  const [first] = failures;
  if (fired !== null) {
    const end =
      fired === "timeout"
        ? `timeout: exceeded ${timeoutMs / 1000}s`
        : "cancelled: the run was aborted";
    const error = [...messagesOf(failures), end].join("; ");
    return { stopReason: fired, error, errorType: first?.errorType ?? null, errorKind: null };
  }
  if (first === undefined) return decideByRun(run);
  const { errorType, kind } = first;
  const error = [...messagesOf(failures)].join("; ");
  // An abort that neither the deadline nor the caller asked for: the agent gave up by itself.
  return errorType === "AbortError"
    ? { stopReason: "cancelled", error, errorType, errorKind: null }
    : { stopReason: "error", error, errorType, errorKind: kind };
}

/** A set, since an agent that reports an error and then throws it says it twice. */
function messagesOf(failures: readonly Failure[]): ReadonlySet<string> {
  return new Set(failures.map(({ message }) => message));
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
  if (hasNoContent(run)) {
    const error = "truncated: the run completed with no content";
    return { ...none, stopReason: "truncated", error };
  }
  if (run.status === "truncated") {
    return { ...none, stopReason: "truncated", error: "truncated: the answer was cut off" };
  }
  return completed;
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
