import type { Message, ScorerInput, TaskInput, ToolExecution } from "@rollouts/core";

/** What `scorerContract` takes. */
export interface ScorerContractOptions<Output = unknown, Expected = unknown> {
  /** What an environment would be given. */
  readonly scorer: ScorerInput<Output, Expected>;
  /** An answer that must pass. */
  readonly passing: ContractAnswer<NoInfer<Output>, NoInfer<Expected>>;
  /** An answer that must fail. */
  readonly failing: ContractAnswer<NoInfer<Output>, NoInfer<Expected>>;
  /** Makes the same scorer once more, whose digest must be the same. */
  readonly createScorer?: (() => ScorerInput<Output, Expected>) | undefined;
  /**
   * False when chance decides, as with a judge whose model is real: then only that there are
   * verdicts is checked, not which.
   *
   * @defaultValue true
   */
  readonly isDeterministic?: boolean | undefined;
  /**
   * False for a scorer that judges something else than the answer, such as the tool calls: it may
   * pass a run without an answer.
   *
   * @defaultValue true
   */
  readonly judgesAnswer?: boolean | undefined;
}

/** An answer that the scorer under test is asked about. */
export interface ContractAnswer<Output = unknown, Expected = unknown> {
  readonly output?: Output | undefined;
  /** @defaultValue the output as text, or as JSON; `null` for none, and for what JSON cannot carry */
  readonly text?: string | null | undefined;
  /** @defaultValue none */
  readonly messages?: readonly Message[] | undefined;
  /** @defaultValue none */
  readonly toolExecutions?: readonly ToolExecution[] | undefined;
  readonly expected?: Expected | undefined;
  /** What the task asked. @defaultValue a short question */
  readonly input?: TaskInput | undefined;
}
