import { type AttemptResult, formatNumber, type MetricResult, type Usage } from "@rollouts/core";

const separator = "   ";

/** Verdict, stop reason and duration of an attempt, in one line. */
export function attemptFacts(attempt: AttemptResult): string {
  return [
    verdictFacts(attempt),
    `stop=${attempt.stopReason}`,
    formatSeconds(attempt.durationMs),
    ...(attempt.toolCallLimitHit ? ["tool-call limit hit"] : []),
  ].join(separator);
}

/** `PASS` or `FAIL` with its value, or `unscored` with its cause. */
export function verdictFacts({ score, unscored }: MetricResult): string {
  if (score !== null) {
    const verdict = score.passed ? "PASS" : "FAIL";
    return `${verdict}${separator}value=${formatNumber(score.value, 2)}`;
  }
  return unscored === null ? "unscored" : `unscored${separator}cause=${unscored.cause}`;
}

/** Why the verdict is what it is, as far as someone said; not what the error says already. */
export function reasonOf(
  { score, unscored }: MetricResult,
  error: string | null,
): string | undefined {
  const reason = score === null ? unscored?.reason : score.reason;
  return reason === error || `scorer: ${reason}` === error ? undefined : reason;
}

/** `1500` as `1.5s`. */
export function formatSeconds(durationMs: number): string {
  return `${formatNumber(durationMs / 1000, 1)}s`;
}

/** `tokens: in=.. out=.. cost=$..`; no line when nothing of it is known. */
export function usageLines(indent: string, usage: Usage | undefined): string[] {
  const { inputTokens, outputTokens, costUsd } = usage ?? {};
  const facts = [
    ...(inputTokens === undefined && outputTokens === undefined
      ? []
      : [`in=${inputTokens ?? "?"}`, `out=${outputTokens ?? "?"}`]),
    ...(costUsd === undefined ? [] : [`cost=$${formatNumber(costUsd, 4)}`]),
  ];
  return facts.length === 0 ? [] : [`${indent}tokens: ${facts.join(" ")}`];
}
