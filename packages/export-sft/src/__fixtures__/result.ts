import {
  type AttemptResult,
  type Message,
  RolloutResult,
  type Score,
  type StopReason,
  type ToolExecution,
  toTaskResult,
} from "@rollouts/core";

export interface ExampleAttempt {
  /** Default: one question and one answer. */
  readonly messages?: readonly Message[];
  /** Default: passed with value 1. */
  readonly score?: Score | null;
  readonly stopReason?: StopReason;
  readonly toolCallLimitHit?: boolean;
  readonly toolExecutions?: readonly ToolExecution[];
}

export interface ExampleTask {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attempts: readonly ExampleAttempt[];
}

export const passed: Score = { value: 1, passed: true };
export const failed: Score = { value: 0, passed: false };

export const toolExecution: ToolExecution = {
  toolCallId: "call-1",
  name: "lookup",
  rawArguments: "{}",
  status: "ok",
  result: "42",
};

/** The messages of one question and its answer. */
export function conversation(question: string, answer: string): Message[] {
  return [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ];
}

/** A finished result with the given attempts. */
export function exampleResult(tasks: readonly ExampleTask[]): RolloutResult {
  return new RolloutResult({
    header: {
      env: "example",
      k: Math.max(1, ...tasks.map(({ attempts }) => attempts.length)),
      seed: 7,
      envFingerprint: `envfp1:${"a".repeat(64)}`,
      policyFingerprint: `polfp1:${"b".repeat(64)}`,
      envParts: {},
      policyParts: {},
      isolation: { store: "fresh", tools: "shared", process: "shared" },
      end: { status: "finished", stoppedEarly: null, durationMs: 1 },
    },
    taskResults: tasks.map(({ id, metadata = {}, attempts }) =>
      toTaskResult(
        { id, metadata, input: "Question" },
        attempts.map((facts, attemptIndex) => exampleAttempt(id, attemptIndex, facts)),
      ),
    ),
  });
}

export function exampleAttempt(
  taskId: string,
  attemptIndex: number,
  {
    messages = conversation("Question", "Answer"),
    score = passed,
    stopReason = "completed",
    toolCallLimitHit = false,
    toolExecutions = [],
  }: ExampleAttempt = {},
): AttemptResult {
  return {
    taskId,
    attemptIndex,
    run: { status: "completed", text: null, messages, toolExecutions, served: [] },
    score,
    unscored: score === null ? { cause: "cannot-tell", reason: "unclear" } : null,
    metrics: {},
    stopReason,
    error: null,
    errorType: null,
    durationMs: 1,
    waitedMs: 0,
    toolCallLimitHit,
    tries: [],
  };
}
