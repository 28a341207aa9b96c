import type { FaultCode, RejectionFacts } from "@rollouts/export-sft/rows";
import type { DatasetReport } from "../files/dataset-report.ts";

/** Tasks that are in no row, by the first reason that was found. */
export interface TaskCounters {
  /** Their `metadata.split` is `"holdout"`. */
  readonly skippedHoldout: number;
  /** No attempt has a score, so there is no pass rate. */
  readonly skippedUnscored: number;
  /** No scored attempt shows a prompt and an answer. */
  readonly skippedNoText: number;
  /** Their attempts had different prompts or tools. */
  readonly skippedMixedPrompt: number;
  /** The option `redact` gave `null`. */
  readonly droppedByRedaction: number;
  /** The profile cannot hold the prompt; `unsupported` counts the reasons. */
  readonly skippedUnsupported: number;
}

/**
 * What an export of prompts did. Every task is counted once: `written`, `droppedDuplicates`,
 * `droppedOverCap` and the counters of `TaskCounters` sum to `tasks`.
 */
export interface PromptsReport extends DatasetReport, PromptsFacts {}

/** Why a profile cannot hold a prompt, as a word to count by. */
export type PromptFaultCode = FaultCode | "no-final-user-message";

export interface PromptsFacts
  extends TaskCounters,
    RejectionFacts<PromptFaultCode, PromptRejection> {
  /** Tasks of the result. */
  readonly tasks: number;
  /** Rows of tasks with both passes and fails. */
  readonly inLearningZone: number;
}

/** A task whose prompt the profile cannot hold. */
export interface PromptRejection {
  readonly taskId: string;
  readonly reason: PromptFaultCode;
  /** Position in the messages, from 0; `null` for the prompt as a whole. */
  readonly message: number | null;
  /** What is wrong, for people; safe for a terminal. */
  readonly fault: string;
}
