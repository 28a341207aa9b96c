import { type AnsweredRun, describeValue, ScorerError } from "@rollouts/core";

/**
 * The text that is searched: the output when it is text, else what the model wrote.
 *
 * @throws ScorerError when there is neither, as when a function agent gives a value and no text.
 */
export function answerText(scorer: string, run: AnsweredRun): string {
  if (typeof run.output === "string") return run.output;
  if (run.text !== null) return run.text;
  throw new ScorerError({
    scorer,
    message: `${scorer} searches text, and this run has none beside its output (${describeValue(run.output)}). Score it with a function.`,
  });
}
