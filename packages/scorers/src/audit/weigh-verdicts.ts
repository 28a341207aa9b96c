import { describeThrown } from "@rollouts/core";
import type { Probe } from "./make-probes.ts";
import type { ScoredProbe } from "./score-probe.ts";
import type { ProbeFinding, ProbeKind, ScorerAudit, UndecidedProbe } from "./scorer-audit.ts";

/** An answer, and what the scorer made of it. */
export interface JudgedProbe<Output = unknown> {
  readonly probe: Probe<Output>;
  readonly scored: ScoredProbe;
}

export function isPassed({ scored: { outcome } }: Pick<JudgedProbe, "scored">): boolean {
  return outcome.type === "score" && outcome.score.passed;
}

export function isFailed({ scored: { outcome } }: Pick<JudgedProbe, "scored">): boolean {
  return outcome.type === "score" && !outcome.score.passed;
}

const rightKinds: readonly ProbeKind[] = ["reference", "alternative"];
/** Wrong answers that the audit made up, and not the caller. */
const madeUpKinds: readonly ProbeKind[] = ["empty", "refusal", "other-answer", "injection"];
/** Wrong calls that the audit made up: to a scorer that forbids calls, they are right. */
const madeUpCallKinds: readonly ProbeKind[] = ["no-tool-calls", "failed-tool-calls"];
export const callKinds: readonly ProbeKind[] = [...madeUpCallKinds, "wrong-tool-calls"];

/** What the verdicts on all probes come to. */
export function weighVerdicts(
  judged: readonly JudgedProbe[],
): Pick<
  ScorerAudit,
  | "isSound"
  | "wrongAnswerCount"
  | "findings"
  | "undecided"
  | "acceptsEverything"
  | "rejectsEverything"
  | "judgesCallsOnly"
> {
  const verdicts = judged.flatMap(toVerdict);
  const judgesCallsOnly = isBlindToAnswers(verdicts);
  const wantsCalls = isAnyFailed(verdicts, madeUpCallKinds);
  const counted = verdicts.filter(({ kind, areCallsKnown }) => {
    if (madeUpCallKinds.includes(kind)) return wantsCalls;
    return !(judgesCallsOnly && areCallsKnown && madeUpKinds.includes(kind));
  });
  const findings = counted.filter(({ passed, shouldPass }) => passed !== shouldPass);
  const undecided = judged.flatMap(toUndecided);
  const answered = counted.filter(({ hasOutput }) => hasOutput);
  const wrongAnswerCount = answered.filter(({ shouldPass }) => !shouldPass).length;
  return {
    isSound: findings.length === 0 && undecided.length === 0 && wrongAnswerCount > 0,
    wrongAnswerCount,
    findings: findings.map(toFinding),
    undecided,
    acceptsEverything: isAlways(answered, true),
    rejectsEverything: isAlways(verdicts, false),
    judgesCallsOnly,
  };
}

interface ProbeVerdict extends ProbeFinding {
  readonly kind: ProbeKind;
  readonly shouldPass: boolean;
  /** Without one, score functions are not called. */
  readonly hasOutput: boolean;
  readonly areCallsKnown: boolean;
}

function toVerdict({ probe, scored: { outcome } }: JudgedProbe): ProbeVerdict[] {
  if (outcome.type !== "score") return [];
  const { task, kind, run, areCallsKnown } = probe;
  const { passed, reason = null } = outcome.score;
  return [
    {
      ...{ taskId: task.id, probe: kind, passed, reason },
      kind,
      shouldPass: rightKinds.includes(kind),
      hasOutput: run.output !== undefined,
      areCallsKnown,
    },
  ];
}

function toFinding({ taskId, probe, passed, reason }: ProbeVerdict): ProbeFinding {
  return { taskId, probe, passed, reason };
}

function toUndecided({ probe, scored: { outcome } }: JudgedProbe): UndecidedProbe[] {
  const place = { taskId: probe.task.id, probe: probe.kind };
  if (outcome.type === "unscored") return [{ ...place, type: "unscored", reason: outcome.reason }];
  if (outcome.type !== "error") return [];
  return [{ ...place, type: "error", reason: describeThrown(outcome.thrown) }];
}

/** Beside the right calls every answer passes, and beside others not even the right one always. */
function isBlindToAnswers(verdicts: readonly ProbeVerdict[]): boolean {
  const besideCalls = verdicts.filter(
    ({ kind, areCallsKnown, hasOutput }) =>
      areCallsKnown && hasOutput && madeUpKinds.includes(kind),
  );
  return (
    besideCalls.length > 0 &&
    besideCalls.every(({ passed }) => passed) &&
    isAnyFailed(verdicts, callKinds)
  );
}

function isAnyFailed(verdicts: readonly ProbeVerdict[], kinds: readonly ProbeKind[]): boolean {
  return verdicts.some(({ kind, passed }) => kinds.includes(kind) && !passed);
}

/** True when every verdict is the one, though some answers should have got the other. */
function isAlways(verdicts: readonly ProbeVerdict[], passed: boolean): boolean {
  return (
    verdicts.every((verdict) => verdict.passed === passed) &&
    verdicts.some(({ shouldPass }) => shouldPass !== passed)
  );
}
