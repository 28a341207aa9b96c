import {
  type CompletedRun,
  fingerprint,
  functionScorer,
  type ScoreContext,
  type Scorer,
} from "@rollouts/core";
import { collectVotes } from "./judge/collect-votes.ts";
import { countVotes } from "./judge/count-votes.ts";
import type { FencedText } from "./judge/fence.ts";
import { type JudgeScorerOptions, readJudgeOptions } from "./judge/judge-options.ts";
import { promptVersion } from "./judge/prompt.ts";
import { showInput, showValue } from "./judge/show-value.ts";

/**
 * Lets a model judge each run by your criteria.
 *
 * The judge sees the task's input, `expected` unless it is absent, and the run's output, each in a
 * fence that nothing inside can close. Its verdict is read only from structured output, or from a
 * tool call that it is forced to make; one whose members stand in the data as JSON is an echo and
 * none. An answer that is no clear verdict is asked for once more; after that it is an error of the
 * scorer, and the attempt unscored. Votes that do not agree leave it unscored too. A reply that misses
 * the output schema, or refuses, has failed without the judge being asked.
 *
 * The score's `value` is 1 or 0; in numeric mode `(score - 1) / 9`, of scores from 1 to 10. `detail`
 * keeps the exact prompt and the raw answers, also without a verdict. Scoring rejects with a
 * `ScorerError` when the judge cannot be understood, with what the model throws, and with the signal's
 * reason when the attempt is aborted.
 *
 * @throws InvalidArgumentError for an option that cannot be used, UnsupportedSpecVersionError for a
 * model of another contract. `digest()` throws what the model's `identity()` throws.
 */
export function judgeScorer(options: JudgeScorerOptions): Scorer {
  const settings = readJudgeOptions(options);
  const { name, mode, threshold } = settings;
  const answered = functionScorer(
    async (run, expected, context) => {
      const texts = textsOf(run, expected, { context, scorer: name });
      const model = context.gate(settings.model);
      return countVotes(await collectVotes({ texts, settings, model }, context.signal), settings);
    },
    { name },
  );
  return {
    specVersion: "v1",
    name,
    score: answered.score,
    digest() {
      const { model, name: _, threshold: __, ...rules } = settings;
      return fingerprint({
        kind: "judge",
        promptVersion,
        ...rules,
        ...(mode === "numeric" ? { threshold } : {}),
        model: model.identity(),
      });
    },
  };
}

function textsOf(
  { output }: CompletedRun,
  expected: unknown,
  { context, scorer }: { readonly context: ScoreContext; readonly scorer: string },
): FencedText[] {
  const hasReference = expected !== undefined && expected !== null;
  const reference = hasReference ? showValue(expected, { what: "reference", scorer }) : undefined;
  return [
    { tag: "input", text: showInput(context.task.input) },
    ...(reference === undefined ? [] : [{ tag: "reference", text: reference } as const]),
    { tag: "output", text: showValue(output, { what: "output", scorer }) },
  ];
}
