import type { ProgressEvent } from "../live/progress-event.ts";

export function runStart(plannedCount: number, k = 4): ProgressEvent {
  return { type: "run-start", header: { env: "example", k }, plannedCount };
}

export function start(taskId: string, attemptIndex: number): ProgressEvent {
  return { type: "attempt-start", taskId, attemptIndex };
}

export function passedEnd(taskId: string, attemptIndex: number): ProgressEvent {
  return end(taskId, attemptIndex, true);
}

export function failedEnd(taskId: string, attemptIndex: number): ProgressEvent {
  return end(taskId, attemptIndex, false);
}

export function unscoredEnd(
  taskId: string,
  attemptIndex: number,
  errorType: string | null = null,
): ProgressEvent {
  const unscored = { cause: "timeout", reason: "slow" } as const;
  return {
    type: "attempt-end",
    attempt: { taskId, attemptIndex, score: null, unscored, errorType },
  };
}

function end(taskId: string, attemptIndex: number, isPass: boolean): ProgressEvent {
  const score = { value: isPass ? 1 : 0, passed: isPass };
  return {
    type: "attempt-end",
    attempt: { taskId, attemptIndex, score, unscored: null, errorType: null },
  };
}
