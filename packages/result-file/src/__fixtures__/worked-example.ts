import type { AgentRun, ResultHeader, ResultRecord } from "@rollouts/core";
import { exampleAttempt, exampleTask, headerRecord } from "./example.ts";

const header: Partial<ResultHeader> = {
  envFingerprint: "envfp1:5f0c",
  policyFingerprint: "polfp1:a41e",
  envParts: { scorer: "s1" },
  policyParts: {},
};
const task = exampleTask("six-times-seven", { input: "6 * 7 = ?" });
const answer = (text: string): AgentRun => ({
  status: "completed",
  output: text,
  text,
  messages: [
    { role: "user", content: "6 * 7 = ?" },
    { role: "assistant", content: text },
  ],
  toolExecutions: [],
  served: [],
  usage: { inputTokens: 12, outputTokens: 1 },
});

const passed = exampleAttempt(task.id, 1, { run: answer("42") });
const lost = exampleAttempt(task.id, 0, {
  run: null,
  score: null,
  unscored: { cause: "error", reason: "connection reset" },
  stopReason: "error",
  error: "connection reset",
  errorType: "ProviderError",
  tries: [{ error: "connection reset", errorType: "ProviderError", durationMs: 5 }],
});

/** The sessions of the example in docs/result-file.md: a run, and one that goes on with a new scorer. */
export const workedExample: readonly (readonly ResultRecord[])[] = [
  [
    headerRecord([task], header),
    { type: "attempt", attempt: passed },
    { type: "attempt", attempt: lost },
    { type: "end", end: { status: "finished", stoppedEarly: null, durationMs: 31 } },
  ],
  [
    headerRecord([task], { ...header, envFingerprint: "envfp1:93bb", envParts: { scorer: "s2" } }),
    {
      type: "rescore",
      attempt: { ...passed, score: { value: 0.5, passed: true, reason: "terse" } },
    },
    {
      type: "attempt",
      attempt: exampleAttempt(task.id, 0, {
        run: answer("41"),
        score: { value: 0, passed: false },
      }),
    },
    { type: "end", end: { status: "finished", stoppedEarly: null, durationMs: 20 } },
  ],
];
