import { setImmediate } from "node:timers/promises";
import {
  type AttemptResult,
  frozenClone,
  type ResolvedTask,
  type ResultHeader,
  type ResultSource,
  summarizeTask,
} from "@rollouts/core";

/** A task of an example result, with its attempts. */
export interface ExampleTask {
  readonly task: ResolvedTask;
  readonly attempts: readonly AttemptResult[];
}

export interface ExampleSourceOptions {
  readonly tasks: readonly ExampleTask[];
  readonly specVersion?: string;
  /** Earlier tasks take longer to read than later ones. */
  readonly isSlow?: boolean;
  /** Throws this after the first attempt. */
  readonly failure?: Error;
}

/** A result whose every object is frozen. */
export function exampleSource(options: ExampleSourceOptions): ResultSource {
  const { tasks, specVersion = "v1", isSlow = false, failure } = options;
  const frozen = frozenClone(tasks);
  let given = 0;
  return Object.freeze({
    specVersion: specVersion as "v1",
    header,
    async *tasks() {
      for (const { task, attempts } of frozen) {
        if (isSlow) await setImmediate();
        yield summarizeTask(task, attempts);
      }
    },
    async *attempts(taskId: string) {
      const position = frozen.findIndex(({ task }) => task.id === taskId);
      for (const attempt of frozen[position]?.attempts ?? []) {
        for (let turn = position; isSlow && turn < frozen.length; turn++) await setImmediate();
        if (failure !== undefined && given > 0) throw failure;
        given += 1;
        yield attempt;
      }
    },
  });
}

const header: ResultHeader = Object.freeze({
  env: "exporter-contract",
  k: 4,
  seed: 0,
  envFingerprint: `envfp1:${"0".repeat(64)}`,
  policyFingerprint: null,
  envParts: Object.freeze({}),
  policyParts: Object.freeze({}),
  isolation: Object.freeze({ store: "fresh", tools: "shared", process: "shared" }),
  end: Object.freeze({ status: "finished", stoppedEarly: null, durationMs: 1 }),
});

/** Tasks with passes, a failure and an attempt without a score. */
export const plainTasks: readonly ExampleTask[] = ["one", "two"].map((id) =>
  exampleTask(id, ["A", "B"]),
);

/** Tasks whose ids and texts try to get out of wherever they are put. */
export const hostileTasks: readonly ExampleTask[] = [
  "../escaped",
  "/escaped",
  "a/../../escaped",
  "__proto__",
  "constructor",
  "",
  '"\n\r\t,;|<script>&amp;',
  "=HYPERLINK(1)",
  "\u001b]0;title\u0007\u202e\u2028\u0085",
  "x".repeat(5_000),
].map((text) => exampleTask(text, [text || " ", `${text}\n${text}`]));

/** An id, and the answers of its passing attempts; a failed and an unscored one follow. */
function exampleTask(id: string, answers: readonly string[]): ExampleTask {
  const task: ResolvedTask = { id, input: `Question of ${id}`, metadata: {} };
  const attempts = answers.map((answer, index) => exampleAttempt(task, index, answer));
  const failed = exampleAttempt(task, attempts.length, "wrong");
  const unscored = exampleAttempt(task, attempts.length + 1, "unclear");
  return {
    task,
    attempts: [
      ...attempts,
      { ...failed, score: { value: 0, passed: false, reason: "wrong" } },
      { ...unscored, score: null, unscored: { cause: "cannot-tell", reason: "unclear" } },
    ],
  };
}

function exampleAttempt(task: ResolvedTask, attemptIndex: number, text: string): AttemptResult {
  return {
    taskId: task.id,
    attemptIndex,
    run: {
      status: "completed",
      output: text,
      text,
      messages: [
        { role: "user", content: `Question of ${task.id}` },
        { role: "assistant", content: text },
      ],
      toolExecutions: [],
      served: [],
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
