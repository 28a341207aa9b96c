import type { AgentRun, StopReason, TaskInput } from "@rollouts/core";
import { wasToolCallRefused } from "../attempt/was-tool-call-refused.ts";
import { isBudgetSpent } from "../gate/budget-spent.ts";
import type { Failure } from "./failure.ts";

/** How an agent's run ended, before any scoring. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly error: string | null;
  readonly errorType: string | null;
  /** The kind of error that ended it; `null` when it ended otherwise. */
  readonly errorKind: string | null;
  /** True when it may end otherwise if it is tried again. */
  readonly isRetryable: boolean;
  /** True for an error that would meet every other attempt as well. */
  readonly isFatal: boolean;
}

export interface EndingFacts {
  readonly fired: "timeout" | "cancelled" | null;
  /** Why the signal aborted, if it did. */
  readonly reason: unknown;
  readonly timeoutMs: number;
  /** What went wrong before that, in order. */
  readonly failures: readonly Failure[];
  readonly run: AgentRun | null;
  readonly input: TaskInput;
}

/** What an ending says that is no error. */
const noError = {
  error: null,
  errorType: null,
  errorKind: null,
  isRetryable: false,
  isFatal: false,
} as const;

const completed: Ending = { ...noError, stopReason: "completed" };

/** Decides why an attempt stopped. */
export function decideEnding(facts: EndingFacts): Ending {
  const { fired, reason, timeoutMs, failures, run, input } = facts;
  const [first] = failures;
  if (fired !== null) {
    const end =
      fired === "timeout"
        ? `timeout: exceeded ${timeoutMs / 1000}s`
        : `cancelled: ${whyCancelled(reason)}`;
    const error = [...messagesOf(failures), end].join("; ");
    return { ...noError, stopReason: fired, error, errorType: first?.errorType ?? null };
  }
  if (first === undefined) return decideByRun(run, input);
  const { errorType, kind, isFatal } = first;
  const error = [...messagesOf(failures)].join("; ");
  // An abort that neither the deadline nor the caller asked for: the agent gave up by itself.
  return errorType === "AbortError"
    ? { ...noError, stopReason: "cancelled", error, errorType }
    : {
        stopReason: "error",
        error,
        errorType,
        errorKind: kind,
        isRetryable: failures.every(({ isRetryable }) => isRetryable),
        isFatal,
      };
}

/** Who ended an attempt before its time: the caller, or the budget. */
export function whyCancelled(reason: unknown): string {
  return isBudgetSpent(reason) ? "the budget of the run is spent" : "the run was aborted";
}

/** A set, since an agent that reports an error and then throws it says it twice. */
function messagesOf(failures: readonly Failure[]): ReadonlySet<string> {
  return new Set(failures.map(({ message }) => message));
}

function decideByRun(run: AgentRun | null, input: TaskInput): Ending {
  if (run === null || run.status === "incomplete") {
    const error = "the agent ended without an end event";
    return { ...noError, stopReason: "error", error, errorKind: error };
  }
  if (run.status === "paused") {
    return { ...noError, stopReason: "paused", error: "run ended with status paused" };
  }
  if (hasNoContent(run)) {
    return { ...noError, stopReason: "truncated", error: whyNoContent(run, input) };
  }
  if (run.status === "truncated") {
    return { ...noError, stopReason: "truncated", error: "truncated: the answer was cut off" };
  }
  return completed;
}

/**
 * An agent that calls on beyond its limit ends in a refused call; a last reply that was cut ends in itself.
 * Every call that is not refused leaves an execution, so their number is the limit.
 */
function whyNoContent(run: AgentRun, input: TaskInput): string {
  return run.messages.at(-1)?.role === "tool" && wasToolCallRefused(run, input)
    ? `truncated: no answer within the tool-call limit of ${run.toolExecutions.length} (toolCallLimit)`
    : "truncated: the run completed with no content";
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
