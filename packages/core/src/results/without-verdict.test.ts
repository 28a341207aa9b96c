import { expect, it } from "vitest";
import type { AttemptResult } from "../attempt-result.ts";
import { withoutVerdict } from "./without-verdict.ts";

it("takes verdict, metrics and the scorer's error away, and leaves the rest", () => {
  const attempt: AttemptResult = {
    taskId: "t1",
    attemptIndex: 2,
    run: null,
    score: { value: 1, passed: true },
    unscored: null,
    metrics: { brief: { score: { value: 0, passed: false }, unscored: null } },
    stopReason: "completed",
    error: "scorer: Error: broke",
    errorType: "Error",
    durationMs: 5,
    waitedMs: 1,
    toolCallLimitHit: false,
    tries: [{ error: null, errorType: null, durationMs: 5 }],
  };
  const none = { score: null, unscored: { cause: "not-judged", reason: expect.any(String) } };
  expect(withoutVerdict(attempt)).toEqual({
    ...attempt,
    ...none,
    metrics: { brief: { score: null, unscored: none.unscored } },
    error: null,
    errorType: null,
  });
  expect(attempt.score).toEqual({ value: 1, passed: true });
});
