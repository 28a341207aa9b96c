import type { Probe } from "./make-probes.ts";
import type { ScoredProbe } from "./score-probe.ts";
import type { ProbeKind } from "./scorer-audit.ts";
import { isFailed, isPassed, type JudgedProbe } from "./weigh-verdicts.ts";

const otherWrongKinds: readonly ProbeKind[] = ["wrong-answer", "empty", "refusal", "injection"];

/** What is left, and the answers of other tasks that were left out. */
export interface KeptProbes<Output = unknown> {
  readonly kept: readonly JudgedProbe<Output>[];
  readonly equal: readonly JudgedProbe<Output>[];
}

/**
 * Leaves out answers of other tasks that are right for the task too, by the scorer's own terms: both
 * answers pass for both tasks. One that lets everything pass looks the same, so it must have told
 * other answers apart, and passed no other wrong answer to these tasks.
 */
export async function dropEqualAnswers<Output>(
  judged: readonly JudgedProbe<Output>[],
  judgeAll: (probes: readonly Probe<Output>[]) => Promise<readonly ScoredProbe[]>,
): Promise<KeptProbes<Output>> {
  const others = judged.filter(({ probe }) => probe.kind === "other-answer");
  if (!others.some(isFailed)) return { kept: judged, equal: [] };
  const wrong = judged.filter(({ probe }) => otherWrongKinds.includes(probe.kind));
  const laxIds = new Set(wrong.filter(isPassed).map(({ probe }) => probe.task.id));
  const suspects = others.filter(isPassed).flatMap((one) => {
    const { task, reverse } = one.probe;
    if (reverse === undefined || laxIds.has(task.id) || laxIds.has(reverse.task.id)) return [];
    return [{ one, reverse }];
  });
  const scored = await judgeAll(suspects.map(({ reverse }) => reverse));
  const equal = new Set(
    suspects.flatMap(({ one }, index) => {
      const reversed = scored[index];
      return reversed !== undefined && isPassed({ scored: reversed }) ? [one] : [];
    }),
  );
  return { kept: judged.filter((one) => !equal.has(one)), equal: [...equal] };
}
