import {
  type AgentRun,
  type AttemptResult,
  type ResultHeader,
  RolloutResult,
  type TaskResult,
  toTaskResult,
} from "../index.ts";

/** `p`assed, `f`ailed, scorer `e`rror, agent `x` threw, `t`imeout. */
type Outcome = "p" | "f" | "e" | "x" | "t";

const outcomes: Readonly<Record<Outcome, Partial<AttemptResult>>> = {
  p: { score: { value: 1, passed: true } },
  f: { score: { value: 0, passed: false } },
  e: {
    unscored: { cause: "scorer-error", reason: "ScorerError: bug" },
    error: "scorer: ScorerError: bug",
    errorType: "ScorerError",
  },
  x: {
    stopReason: "error",
    unscored: { cause: "error", reason: "Error: boom" },
    error: "Error: boom",
    errorType: "Error",
  },
  t: {
    run: null,
    stopReason: "timeout",
    unscored: { cause: "timeout", reason: "timeout: exceeded 1s" },
    error: "timeout: exceeded 1s",
  },
};

export const answered: AgentRun = {
  status: "completed",
  output: "4",
  text: "4",
  messages: [],
  toolExecutions: [],
  served: [],
};

export function attempt(members: Partial<AttemptResult> = {}): AttemptResult {
  return {
    taskId: "t1",
    attemptIndex: 0,
    run: answered,
    score: null,
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 1,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [],
    ...members,
  };
}

/** A task whose attempts ended as the letters say, such as `"pfft"`. */
export function taskOf(id: string, letters: string): TaskResult {
  const attempts = [...letters].map((letter, attemptIndex) =>
    attempt({ taskId: id, attemptIndex, ...outcomes[letter as Outcome] }),
  );
  return toTaskResult({ id, input: `question ${id}`, metadata: {} }, attempts);
}

/** A task of scored attempts with these values, passed from `threshold` on. */
export function valuesOf(id: string, values: readonly number[], threshold = 0.5): TaskResult {
  const attempts = values.map((value, attemptIndex) =>
    attempt({ taskId: id, attemptIndex, score: { value, passed: value >= threshold } }),
  );
  return toTaskResult({ id, input: `question ${id}`, metadata: {} }, attempts);
}

export function headerOf(members: Partial<ResultHeader> = {}): ResultHeader {
  return {
    env: "arithmetic",
    k: 4,
    seed: 0,
    envFingerprint: `envfp1:${"a".repeat(64)}`,
    policyFingerprint: `polfp1:${"b".repeat(64)}`,
    envParts: {},
    policyParts: {},
    isolation: { store: "fresh", tools: "shared", process: "shared" },
    end: { status: "finished", stoppedEarly: null, durationMs: 2000 },
    ...members,
  };
}

export function resultOf(
  taskResults: readonly TaskResult[],
  header: Partial<ResultHeader> = {},
): RolloutResult {
  return new RolloutResult({ header: headerOf(header), taskResults });
}
