import {
  type AgentRun,
  type AttemptResult,
  type Score,
  type Usage,
  withoutVerdict,
} from "@rollouts/core";
import type { AttemptLine, RescoreLine, TranscriptLine } from "./line-schemas.ts";
import type { PlannedTask } from "./plan.ts";
import { toPlain } from "./to-plain.ts";

/** Every member of an attempt: a new one fails to compile until it is here, and in the schema. */
const isMember: Readonly<Record<keyof AttemptResult, true>> = {
  taskId: true,
  attemptIndex: true,
  run: true,
  score: true,
  unscored: true,
  metrics: true,
  stopReason: true,
  error: true,
  errorType: true,
  durationMs: true,
  waitedMs: true,
  toolCallLimitHit: true,
  tries: true,
  modelRetries: true,
  scorerUsage: true,
};
const members = Object.keys(isMember) as (keyof AttemptResult)[];

/** What lines of one attempt have. */
export interface AttemptMembers {
  readonly type: "transcript" | "attempt" | "rescore";
  readonly taskId: string;
  readonly attemptIndex: number;
  /** Plain data, in a transcript. */
  readonly run?: unknown;
}

/** The `transcript` line of an attempt; `null` when its agent produced nothing. */
export function toTranscriptLine(attempt: AttemptResult): AttemptMembers | null {
  const { taskId, attemptIndex, run } = attempt;
  if (run === null) return null;
  // Usage stands in the attempt line, since summaries need it.
  const { usage: _, ...rest } = run;
  return { type: "transcript", taskId, attemptIndex, run: toPlain(rest) };
}

/** The `attempt` or `rescore` line of an attempt. */
export function toAttemptLine(
  type: "attempt" | "rescore",
  attempt: AttemptResult,
  { entry, judgedBy }: PlannedTask,
): AttemptMembers {
  const { taskId, attemptIndex, run, scorerUsage, modelRetries, metrics, score, unscored, tries } =
    attempt;
  // What an index needs stands first, in this order. What it cannot do with stands before the score
  // when there is any, so that its reader notices; members after that may come in any order.
  const line: Record<string, unknown> = {
    type,
    taskId,
    attemptIndex,
    inputHash: entry.inputHash,
    judgedBy,
    run: run === null && type === "attempt" ? null : undefined,
    usage: run?.usage,
    scorerUsage,
    modelRetries,
    metrics: Object.keys(metrics).length === 0 ? undefined : metrics,
    ...(tries.length > 1 ? { tries } : {}),
    score: score === null ? null : toOrderedScore(score),
    unscored,
  };
  for (const member of members) if (!Object.hasOwn(line, member)) line[member] = attempt[member];
  return toPlain(line) as AttemptMembers;
}

function toOrderedScore({ value, passed, ...rest }: Score): Score {
  return { value, passed, ...rest };
}

/**
 * Puts an attempt together again from its verified line. A verdict of another scorer, other metrics or
 * another expected value than the plan's counts for nothing.
 *
 * @param run its transcript, or a stand-in for it.
 */
export function toAttemptResult(
  line: AttemptLine | RescoreLine,
  run: AgentRun | null,
  { judgedBy }: PlannedTask,
): AttemptResult {
  const isStale = line.stopReason === "completed" && line.judgedBy !== judgedBy;
  const stored: Record<string, unknown> = { metrics: {} };
  for (const member of members) {
    if (line[member] !== undefined) stored[member] = line[member];
  }
  const attempt = { ...stored, run } as unknown as AttemptResult;
  return isStale ? withoutVerdict(attempt) : attempt;
}

/** Stands for a transcript that was not read: for numbers only its usage matters. */
export function toRunStandIn({ usage }: AttemptLine): AgentRun {
  return {
    status: "completed",
    text: null,
    messages: [],
    toolExecutions: [],
    served: [],
    ...(usage === undefined ? {} : { usage: usage as Usage }),
  };
}

/** The agent run of an attempt that has one. */
export function toAgentRun({ run }: TranscriptLine, { usage }: AttemptLine): AgentRun {
  return { ...run, ...(usage === undefined ? {} : { usage }) } as AgentRun;
}
