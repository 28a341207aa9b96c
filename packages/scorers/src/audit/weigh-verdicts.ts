import { describeThrown } from "@rollouts/core";
import type { Probe } from "./make-probes.ts";
import type { ScoredProbe } from "./score-probe.ts";
import type { ProbeFinding, ProbeKind, ScorerAudit, UndecidedProbe } from "./scorer-audit.ts";

/** An answer, and what the scorer made of it. */
export interface JudgedProbe {
  readonly probe: Probe;
  readonly scored: ScoredProbe;
}

const rightKinds: readonly ProbeKind[] = ["reference", "alternative"];
const callKinds: readonly ProbeKind[] = ["no-tool-calls", "failed-tool-calls"];
/** Wrong answers that the audit made up, and not the caller. */
const madeUpKinds: readonly ProbeKind[] = ["empty", "refusal", "other-answer", "injection"];

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
  const counted = verdicts.filter(
    ({ kind, hasCalls }) => !(judgesCallsOnly && hasCalls && madeUpKinds.includes(kind)),
  );
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
  readonly hasCalls: boolean;
}

function toVerdict({ probe, scored: { outcome } }: JudgedProbe): ProbeVerdict[] {
  if (outcome.type !== "score") return [];
  const { task, kind, run } = probe;
  const { passed, reason = null } = outcome.score;
  return [
    {
      ...{ taskId: task.id, probe: kind, passed, reason },
      kind,
      shouldPass: rightKinds.includes(kind),
      hasOutput: run.output !== undefined,
      hasCalls: run.toolExecutions.length > 0,
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

/** Beside the right calls every answer passes, and not even the right one does without them. */
function isBlindToAnswers(verdicts: readonly ProbeVerdict[]): boolean {
  const besideCalls = verdicts.filter(
    ({ kind, hasCalls, hasOutput }) => hasCalls && hasOutput && madeUpKinds.includes(kind),
  );
  const withoutCalls = verdicts.filter(({ kind }) => callKinds.includes(kind));
  return (
    besideCalls.length > 0 &&
    besideCalls.every(({ passed }) => passed) &&
    withoutCalls.length > 0 &&
    withoutCalls.every(({ passed }) => !passed)
  );
}

/** True when every verdict is the one, though some answers should have got the other. */
function isAlways(verdicts: readonly ProbeVerdict[], passed: boolean): boolean {
  return (
    verdicts.every((verdict) => verdict.passed === passed) &&
    verdicts.some(({ shouldPass }) => shouldPass !== passed)
  );
}
