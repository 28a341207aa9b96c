/** An answer that is known to be right, or known to be wrong. */
export type ProbeKind =
  | "reference"
  | "alternative"
  | "wrong-answer"
  | "empty"
  | "refusal"
  | "other-answer"
  | "injection"
  | "no-tool-calls"
  | "failed-tool-calls"
  | "wrong-tool-calls";

/** What a scorer made of known answers, task by task. Plain data. */
export interface ScorerAudit {
  /** Name of the scorer. */
  readonly scorer: string;
  /** True when every answer got the verdict that is right, and at least one of them was wrong. */
  readonly isSound: boolean;
  readonly taskCount: number;
  /** Tasks whose right answer, or whose right calls, are known. */
  readonly auditedCount: number;
  /** Answers that were tried, without those of other tasks that turned out to be right. */
  readonly probeCount: number;
  /**
   * Wrong answers that the scorer gave a verdict on. A refusal without an output is none: it fails
   * before a score function is called.
   */
  readonly wrongAnswerCount: number;
  /** Right answers that failed, and wrong ones that passed. */
  readonly findings: readonly ProbeFinding[];
  /** Answers that got no verdict, since the scorer threw or cannot tell. */
  readonly undecided: readonly UndecidedProbe[];
  /** Every answer that has an output passed, wrong ones too. */
  readonly acceptsEverything: boolean;
  /** Every answer that got a verdict failed, right ones too. */
  readonly rejectsEverything: boolean;
  /**
   * It looks at the tool calls alone: beside the right calls any answer passes, and beside others not
   * even the right one always does. Answers that are wrong beside the right calls then count for
   * nothing.
   */
  readonly judgesCallsOnly: boolean;
  /**
   * Parts without which every answer would have got the same verdict, such as `allOf > judge`. No
   * fault by itself: `wrongAnswers` may hold none that the part is there to catch.
   */
  readonly idleParts: readonly string[];
  readonly notAuditable: readonly NotAuditable[];
  /** What to try when the audit says little, in words. */
  readonly hints: readonly string[];
}

/** A known answer that the scorer judged wrongly. */
export interface ProbeFinding {
  readonly taskId: string;
  readonly probe: ProbeKind;
  /** What the scorer said; the opposite is right. */
  readonly passed: boolean;
  readonly reason: string | null;
}

/** A known answer on which the scorer gave no verdict. */
export interface UndecidedProbe {
  readonly taskId: string;
  readonly probe: ProbeKind;
  readonly type: "unscored" | "error";
  readonly reason: string;
}

/** A task without known answers to try, and why. */
export interface NotAuditable {
  readonly taskId: string;
  readonly reason: string;
}
