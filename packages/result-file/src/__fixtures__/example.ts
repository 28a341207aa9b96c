import {
  type AttemptResult,
  type ResolvedTask,
  type ResultHeader,
  type ResultRecord,
  RolloutResult,
  toTaskResult,
} from "@rollouts/core";

export const digest = (letter: string) => letter.repeat(64);

export const exampleHeader: ResultHeader = {
  env: "sums",
  k: 2,
  seed: 7,
  envFingerprint: `envfp1:${digest("a")}`,
  policyFingerprint: `polfp1:${digest("b")}`,
  envParts: { tasks: digest("c"), scorer: digest("d"), agent: digest("e") },
  policyParts: { model: digest("f") },
  isolation: { store: "fresh", tools: "shared", process: "shared" },
  end: null,
};

export const exampleEnd = { status: "finished", stoppedEarly: null, durationMs: 12.5 } as const;

export function exampleTask(id: string, facts: Partial<ResolvedTask> = {}): ResolvedTask {
  return { id, input: `What is ${id}?`, expected: "42", metadata: {}, ...facts };
}

/** A passed attempt unless `facts` say otherwise. */
export function exampleAttempt(
  taskId: string,
  attemptIndex: number,
  facts: Partial<AttemptResult> = {},
): AttemptResult {
  return {
    taskId,
    attemptIndex,
    run: {
      status: "completed",
      output: "42",
      text: "42",
      messages: [
        { role: "user", content: `What is ${taskId}?` },
        { role: "assistant", content: "42" },
      ],
      toolExecutions: [],
      served: [{ model: "m-1" }],
      usage: { inputTokens: 10, outputTokens: 2 },
    },
    score: { value: 1, passed: true },
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 5,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [{ error: null, errorType: null, durationMs: 5 }],
    ...facts,
  };
}

export const failed: Partial<AttemptResult> = { score: { value: 0, passed: false } };

export const broken: Partial<AttemptResult> = {
  run: null,
  score: null,
  unscored: { cause: "error", reason: "reset" },
  stopReason: "error",
  error: "reset",
  errorType: "Error",
};

export const cancelled: Partial<AttemptResult> = {
  ...broken,
  unscored: { cause: "cancelled", reason: "the run was aborted" },
  stopReason: "cancelled",
  error: null,
  errorType: null,
};

export function headerRecord(
  tasks: readonly ResolvedTask[],
  header: Partial<ResultHeader> = {},
): ResultRecord {
  return { type: "header", header: { ...exampleHeader, ...header }, tasks };
}

export function attemptRecord(attempt: AttemptResult): ResultRecord {
  return { type: "attempt", attempt };
}

export const endRecord: ResultRecord = { type: "end", end: exampleEnd };

/** A finished result in memory, with the attempts that are given for each task. */
export function exampleResult(
  tasks: readonly ResolvedTask[],
  attempts: readonly AttemptResult[],
  header: Partial<ResultHeader> = {},
): RolloutResult {
  return new RolloutResult({
    header: { ...exampleHeader, ...header, end: exampleEnd },
    taskResults: tasks.map((task) =>
      toTaskResult(
        task,
        attempts.filter(({ taskId }) => taskId === task.id),
      ),
    ),
  });
}
