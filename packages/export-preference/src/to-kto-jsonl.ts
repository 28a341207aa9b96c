import type { JsonObject, ResultSource } from "@rollouts/core";
import { toCounterEntries } from "./attempts/to-counter-entries.ts";
import type { ManifestParts } from "./files/describe-manifest.ts";
import { exportDataset } from "./files/export-dataset.ts";
import { ktoRules } from "./files/file-rules.ts";
import { fillKto } from "./kto/fill-kto.ts";
import { type KtoSettings, readKtoOptions, type ToKtoJsonlOptions } from "./kto/kto-options.ts";
import type { KtoFacts, KtoReport } from "./kto/kto-report.ts";

/**
 * Writes every scored attempt of a result as a prompt, its completion and a label, `true` for a pass,
 * one attempt a line, for KTO; and beside it `<path>.meta.json`, the manifest, which says where every
 * row comes from and which weights balance the labels.
 *
 * No attempt needs a partner, so tasks with only passes or only fails have rows too. The completion
 * is everything that follows the prompt.
 *
 * Rows stand in task order and attempt order; files are written as by `toPreferenceJsonl`. At most
 * one attempt is held in memory. Tasks with `metadata.split` of `"holdout"` are left out.
 *
 * @throws InvalidArgumentError for arguments that cannot be used, such as a profile that takes no
 * labels or the path of a result file. ExportError when an attempt cannot be written, a side of
 * `split` would be empty, or a file operation fails; nothing that existed was changed. Errors of these
 * packages that `source` throws while it is read pass through.
 */
export async function toKtoJsonl(
  source: ResultSource,
  path: string,
  options: ToKtoJsonlOptions = {},
): Promise<KtoReport> {
  const settings = readKtoOptions(options, path);
  return await exportDataset({
    source,
    path,
    settings,
    rules: ktoRules(settings),
    fill: (writer) => fillKto(source, settings, writer),
    describe: (facts) => describeKto(facts, settings),
  });
}

function describeKto(facts: KtoFacts, { allowMixedPrompts }: KtoSettings): ManifestParts {
  const { suggestedWeights } = facts;
  return {
    report: {
      n_skipped_limit_hit: facts.skippedLimitHit,
      n_skipped_tool_runs: facts.skippedToolRuns,
      n_skipped_no_text: facts.skippedNoText,
    },
    settings: { allow_mixed_prompts: allowMixedPrompts },
    counters: {
      considered: facts.considered,
      ...toCounterEntries(facts),
      skipped_mixed_prompt: facts.skippedMixedPrompt,
      desirable: facts.desirable,
      undesirable: facts.undesirable,
      contradictory: facts.contradictory,
    },
    more: {
      unsupported: facts.unsupported as JsonObject,
      suggested_weights: suggestedWeights && { ...suggestedWeights },
    },
  };
}
