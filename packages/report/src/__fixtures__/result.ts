import {
  type AgentRun,
  type AttemptResult,
  type ResolvedTask,
  type ResultEnd,
  RolloutResult,
  type Score,
  type ToolExecution,
  toTaskResult,
} from "@rollouts/core";

export interface ExampleTask extends Partial<ResolvedTask> {
  /** Default: as many as there are, numbered from 0. */
  readonly attempts?: readonly Partial<AttemptResult>[];
}

export const passed: Partial<AttemptResult> = { score: { value: 1, passed: true } };
export const failed: Partial<AttemptResult> = { score: { value: 0, passed: false } };
export const timedOut: Partial<AttemptResult> = {
  unscored: { cause: "timeout", reason: "timeout: exceeded 1s" },
  stopReason: "timeout",
  error: "timeout: exceeded 1s",
  errorType: "AttemptTimeoutError",
  run: null,
};

export function scored(score: Score): Partial<AttemptResult> {
  return { score };
}

export function exampleRun(facts: Partial<AgentRun> = {}): AgentRun {
  return {
    status: "completed",
    text: "42",
    output: "42",
    messages: [
      { role: "user", content: "Question" },
      { role: "assistant", content: "42" },
    ],
    toolExecutions: [],
    served: [],
    ...facts,
  };
}

export function execution(facts: Partial<ToolExecution> = {}): ToolExecution {
  return { toolCallId: "call-1", name: "add", rawArguments: '{"a":1}', status: "ok", ...facts };
}

/** A result with the given tasks; `planned` is K, by default the most attempts that a task has. */
export function exampleResult(
  tasks: readonly ExampleTask[],
  { planned, end }: { planned?: number; end?: Partial<ResultEnd> | null } = {},
): RolloutResult {
  return new RolloutResult({
    header: {
      env: "example",
      k: planned ?? Math.max(1, ...tasks.map(({ attempts = [] }) => attempts.length)),
      seed: 7,
      envFingerprint: null,
      policyFingerprint: null,
      envParts: {},
      policyParts: {},
      isolation: { store: "fresh", tools: "shared", process: "shared" },
      end: end === null ? null : { status: "finished", stoppedEarly: null, durationMs: 1, ...end },
    },
    taskResults: tasks.map(({ attempts = [], ...task }, index) => {
      const id = task.id ?? `t${index + 1}`;
      return toTaskResult(
        { metadata: {}, input: "Question", ...task, id },
        attempts.map((facts, attemptIndex) => exampleAttempt(id, attemptIndex, facts)),
      );
    }),
  });
}

function exampleAttempt(
  taskId: string,
  attemptIndex: number,
  facts: Partial<AttemptResult>,
): AttemptResult {
  return {
    taskId,
    attemptIndex,
    run: exampleRun(),
    score: null,
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 1500,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [],
    ...facts,
  };
}
