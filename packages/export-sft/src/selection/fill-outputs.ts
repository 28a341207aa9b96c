import type { ResultSource, UnscoredCause } from "@rollouts/core";
import type { DatasetOutput } from "../files/dataset-output.ts";
import type { SftSettings } from "../sft-options.ts";
import type { TokenCounter } from "../tokens/load-token-counter.ts";
import { RowTally } from "./row-tally.ts";
import { type RepeatRule, SeenRows } from "./seen-rows.ts";
import { outcomeOfCause } from "./skip-reason.ts";
import { type SplitSide, splitSide } from "./split.ts";
import { TaskFiller } from "./task-filler.ts";
import { ToolSets } from "./tool-sets.ts";

export interface FillOptions {
  readonly source: ResultSource;
  /** `validation` is there only with `settings.split`. */
  readonly outputs: { readonly train: DatasetOutput; readonly validation?: DatasetOutput };
  readonly settings: SftSettings;
  readonly countTokens: TokenCounter | null;
}

/** What came of the attempts. */
export interface Filled {
  readonly tally: RowTally;
  readonly toolSets: ToolSets;
  /** Tasks with rows on each side. */
  readonly splitTasks: Record<SplitSide, number>;
}

/** Writes a row for every attempt that has one, in the order of the source. */
export async function fillOutputs(options: FillOptions): Promise<Filled> {
  const { source, settings, outputs, countTokens } = options;
  const filled = {
    tally: new RowTally(settings.profile.limits.maxRowTokens),
    toolSets: new ToolSets(settings.profile.tools),
    splitTasks: { train: 0, validation: 0 },
  };
  const seen = new SeenRows(repeatRule(settings));
  for await (const { task, scoredCount, unscoredCauses } of source.tasks()) {
    if (task.metadata.split === "holdout") {
      filled.tally.count("skippedHoldout", scoredCount);
      for (const [cause, count] of Object.entries(unscoredCauses)) {
        filled.tally.count(outcomeOfCause(cause as UnscoredCause), count);
      }
      continue;
    }
    const side = settings.split === null ? "train" : splitSide(task, settings.split);
    const output = outputs[side] ?? outputs.train;
    const filler = new TaskFiller({ settings, countTokens, ...filled, seen, task, side, output });
    for await (const attempt of source.attempts(task.id)) await filler.place(attempt);
    if (filler.rows > 0) filled.splitTasks[side] += 1;
  }
  return filled;
}

/** Rows of both sides would be trained on and validated with. */
function repeatRule({ deduplicate, split }: SftSettings): RepeatRule {
  if (deduplicate) return "anywhere";
  return split === null ? "nowhere" : "on-the-other-side";
}
