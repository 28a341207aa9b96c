import type { ScorerAudit } from "./scorer-audit.ts";
import type { JudgedProbe } from "./weigh-verdicts.ts";

/** What to try when the audit says little, or blames the scorer for what the caller left out. */
export function writeHints(
  judged: readonly JudgedProbe[],
  { auditedCount, wrongAnswerCount }: Pick<ScorerAudit, "auditedCount" | "wrongAnswerCount">,
  given: { readonly answer?: unknown; readonly toolExecutions?: unknown },
): string[] {
  const forCalls = "for a scorer that looks at tool calls, the option `toolExecutions`";
  if (auditedCount === 0) {
    return [
      `No task has a known answer: give tasks \`expected\`, or the option \`answer\`; ${forCalls}.`,
    ];
  }
  const hints: string[] = [];
  const isAnyRightPassed = judged.some(
    ({ probe, scored: { outcome } }) =>
      probe.kind === "reference" && outcome.type === "score" && outcome.score.passed,
  );
  const remedies = [
    ...(given.answer === undefined
      ? [
          "`expected` was taken for the output: where the agent gives something else, give the option `answer`",
        ]
      : []),
    ...(given.toolExecutions === undefined ? [forCalls] : []),
  ];
  if (!isAnyRightPassed && remedies.length > 0) {
    hints.push(`No right answer passed. If the scorer is right: ${remedies.join("; ")}.`);
  }
  if (wrongAnswerCount === 0) {
    hints.push(
      "No wrong answer got a verdict, so this says little: give more tasks, or the option `wrongAnswers`.",
    );
  }
  return hints;
}
