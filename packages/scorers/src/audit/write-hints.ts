import type { KnownAnswers } from "./find-audit-tasks.ts";
import type { ScorerAudit } from "./scorer-audit.ts";
import { callKinds, isFailed, isPassed, type JudgedProbe } from "./weigh-verdicts.ts";

/** What to try when the audit says little, or blames the scorer for what the caller left out. */
export function writeHints(
  judged: readonly JudgedProbe[],
  facts: Pick<ScorerAudit, "auditedCount" | "wrongAnswerCount" | "acceptsEverything">,
  given: Readonly<Partial<Record<keyof KnownAnswers, unknown>>>,
): string[] {
  const { auditedCount, wrongAnswerCount, acceptsEverything } = facts;
  const forCalls = "for a scorer that looks at tool calls, the option `toolExecutions`";
  if (auditedCount === 0) {
    return [
      `No task has a known answer: give tasks \`expected\`, or the option \`answer\`; ${forCalls}.`,
    ];
  }
  const hints: string[] = [];
  const isAnyRightPassed = judged.some((one) => one.probe.kind === "reference" && isPassed(one));
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
  const isOtherPassed = judged.some((one) => one.probe.kind === "other-answer" && isPassed(one));
  if (isOtherPassed && !acceptsEverything) {
    hints.push(
      "The answer of another task passed. Where it is right too, say so with the option `alternatives`.",
    );
  }
  const areCallsKnown = judged.some(({ probe }) => probe.areCallsKnown);
  const isAnyCallFailed = judged.some((one) => callKinds.includes(one.probe.kind) && isFailed(one));
  if (areCallsKnown && !isAnyCallFailed && given.wrongToolExecutions === undefined) {
    hints.push(
      "No answer failed for the tool calls beside it. If the scorer looks at them, give it wrong ones: the option `wrongToolExecutions`.",
    );
  }
  if (wrongAnswerCount === 0) {
    hints.push(
      "No wrong answer got a verdict, so this says little: give more tasks, or the option `wrongAnswers`.",
    );
  }
  return hints;
}
