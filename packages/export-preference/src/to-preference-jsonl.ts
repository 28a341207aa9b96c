import type { JsonObject, ResultSource } from "@rollouts/core";
import { toCounterEntries } from "./attempts/to-counter-entries.ts";
import type { ManifestParts } from "./files/describe-manifest.ts";
import { exportDataset } from "./files/export-dataset.ts";
import { pairRules } from "./files/file-rules.ts";
import { fillPairs } from "./pairs/fill-pairs.ts";
import {
  type PreferenceSettings,
  readPreferenceOptions,
  type ToPreferenceJsonlOptions,
} from "./pairs/preference-options.ts";
import type { PairFacts, PreferenceReport } from "./pairs/preference-report.ts";

/**
 * Writes pairs of a passing and a failing attempt of one task as preference data, one pair a line,
 * for DPO and its like, and beside it `<path>.meta.json`, the manifest, which says which two attempts
 * each row comes from.
 *
 * Both attempts have had the same prompt and tools, byte for byte; only ids of tool calls, which a
 * provider makes up, may differ. Where a row holds one message a side, it is the first in which the
 * two attempts differ, and what they share before it belongs to the prompt.
 *
 * Rows stand in task order, within a task by score; the same result gives the same bytes. All files
 * are written under temporary names, read back and checked, and then renamed, data before manifests.
 * Without a single row nothing is written and nothing that exists is touched. The attempts of one
 * task are held in memory. Tasks with `metadata.split` of `"holdout"` are left out.
 *
 * @throws InvalidArgumentError for arguments that cannot be used, such as a profile that takes no
 * pairs or the path of a result file. ExportError when a pair cannot be written, a side of `split`
 * would be empty, or a file operation fails; nothing that existed was changed. Errors of these
 * packages that `source` throws while it is read pass through.
 */
export async function toPreferenceJsonl(
  source: ResultSource,
  path: string,
  options: ToPreferenceJsonlOptions = {},
): Promise<PreferenceReport> {
  const settings = readPreferenceOptions(options, path);
  return await exportDataset({
    source,
    path,
    settings,
    rules: pairRules(settings),
    fill: (writer) => fillPairs(source, settings, writer),
    describe: (facts) => describePairs(facts, settings),
  });
}

function describePairs(facts: PairFacts, settings: PreferenceSettings): ManifestParts {
  const { lengths } = facts;
  return {
    report: {
      n_skipped_limit_hit: facts.skippedLimitHit,
      n_skipped_tool_runs: facts.skippedToolRuns,
      n_skipped_no_text: facts.skippedNoText,
    },
    settings: {
      method: settings.method,
      max_pairs_per_task: settings.maxPairsPerTask,
      min_gap: settings.minGap,
    },
    counters: {
      considered: facts.considered,
      paired: facts.paired,
      unpaired: facts.unpaired,
      merged_attempts: facts.mergedAttempts,
      contradictory: facts.contradictory,
      ...toCounterEntries(facts),
      formed: facts.formed,
      tasks: facts.tasks,
      tasks_with_pairs: facts.tasksWithPairs,
    },
    more: {
      unsupported: facts.unsupported as JsonObject,
      tasks_without_pairs: facts.tasksWithoutPairs as JsonObject,
      lengths: lengths && {
        chosen_mean_bytes: lengths.chosenMean,
        rejected_mean_bytes: lengths.rejectedMean,
        relative_difference: lengths.relativeDifference,
        is_biased: lengths.isBiased,
      },
    },
  };
}
