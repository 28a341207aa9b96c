import {
  type ExampleTask,
  exampleResult,
  exampleRun,
  failed,
  passed,
  scored,
  timedOut,
} from "./result.ts";

const tasks: readonly ExampleTask[] = [
  { id: "six|seven", attempts: [passed, failed, timedOut] },
  {
    id: "`easy` @user <b>",
    attempts: [
      scored({ value: 0.25, passed: false, reason: "=1+1 <script>alert(1)</script>" }),
      {
        ...passed,
        run: exampleRun({
          text: 'one "two"\nthree',
          usage: { inputTokens: 5, outputTokens: 3, costUsd: 0.5 },
        }),
      },
    ],
  },
  { id: "never", attempts: [] },
];

/** Passed, failed, unscored and never run, in a run that was stopped. */
export const mixedResult = exampleResult(tasks, {
  planned: 3,
  end: { status: "stopped", stoppedEarly: "budget", durationMs: 2500 },
});
