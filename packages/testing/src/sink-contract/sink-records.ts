import type { AttemptResult, ResolvedTask, ResultHeader, ResultRecord } from "@rollouts/core";

/** The tasks of every check; the last id is one that plain objects stumble over. */
export const tasks: readonly ResolvedTask[] = ["t1", "t2", "__proto__"].map((id) => ({
  id,
  input: `Question ${id}`,
  expected: "yes",
  metadata: {},
}));

const header: ResultHeader = {
  env: "sink-contract",
  k: 3,
  seed: 1,
  envFingerprint: `envfp1:${"a".repeat(64)}`,
  policyFingerprint: `polfp1:${"b".repeat(64)}`,
  envParts: { scorer: "c".repeat(64) },
  policyParts: {},
  isolation: { store: "fresh", tools: "shared", process: "shared" },
  end: null,
};

export const headerRecord: ResultRecord = { type: "header", header, tasks };

export const endRecord: ResultRecord = {
  type: "end",
  end: { status: "finished", stoppedEarly: null, durationMs: 1 },
};

/** An attempt that passed, of the task at a position. */
export function makeAttempt(position: number, attemptIndex: number): AttemptResult {
  const taskId = tasks[position]?.id ?? "";
  return {
    taskId,
    attemptIndex,
    run: {
      status: "completed",
      output: "yes",
      text: "yes",
      messages: [
        { role: "user", content: `Question ${taskId}` },
        { role: "assistant", content: "yes" },
      ],
      toolExecutions: [],
      served: [],
      usage: { inputTokens: 2, outputTokens: 1 },
    },
    score: { value: 1, passed: true },
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 1,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [{ error: null, errorType: null, durationMs: 1 }],
  };
}

export function attemptRecord(position: number, attemptIndex: number): ResultRecord {
  return { type: "attempt", attempt: makeAttempt(position, attemptIndex) };
}
