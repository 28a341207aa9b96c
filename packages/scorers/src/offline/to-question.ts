import type { CompletedRun, Model, ResolvedTask } from "@rollouts/core";
import type { Question } from "../combine/part.ts";
import { frozenCopy, frozenRun } from "./frozen-copy.ts";

/** What is scored outside of a run. */
export interface QuestionFacts<Output, Expected> {
  readonly run: CompletedRun<Output>;
  readonly task: ResolvedTask<Expected>;
  /** @defaultValue 0 */
  readonly attemptIndex?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * What a run would ask: of frozen copies, so that no object is the output and `expected` as well. The
 * gate gives models as they are.
 */
export function toQuestion<Output, Expected>({
  run,
  task,
  attemptIndex = 0,
  signal,
}: QuestionFacts<Output, Expected>): Question<Output, Expected> {
  const copy = frozenCopy(task);
  return {
    run: frozenRun(run),
    expected: copy.expected as Expected,
    context: { task: copy, attemptIndex, signal, gate: (model: Model) => model },
  };
}
