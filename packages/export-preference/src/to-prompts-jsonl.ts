import type { JsonObject, ResultSource } from "@rollouts/core";
import type { ManifestParts } from "./files/describe-manifest.ts";
import { exportDataset } from "./files/export-dataset.ts";
import { promptRules } from "./files/file-rules.ts";
import { fillPrompts } from "./prompts/fill-prompts.ts";
import {
  type PromptsSettings,
  readPromptsOptions,
  type ToPromptsJsonlOptions,
} from "./prompts/prompts-options.ts";
import type { PromptsFacts, PromptsReport } from "./prompts/prompts-report.ts";
import { validationWarnings } from "./prompts/validation-warnings.ts";

/**
 * Writes the prompts of a result, one task a line, for reinforcement learning; and beside it
 * `<path>.meta.json`, the manifest, which says what part of each task's attempts passed.
 *
 * A prompt is what the attempts had before the model spoke, instructions included. Give
 * `result.learningZone()` for the tasks that have something to teach, and `fields` for what a grader
 * needs. Attempts that are in no row are no reason to leave a task out, but one must have a score.
 *
 * Rows stand in task order; files are written as by `toPreferenceJsonl`. At most one attempt is held
 * in memory, besides the first. Tasks with `metadata.split` of `"holdout"` are left out.
 *
 * @throws InvalidArgumentError for arguments that cannot be used, such as a profile that takes no
 * prompts or the path of a result file. ExportError when `fields` gives what is not JSON or a key of
 * the row, a row cannot be written, a side of `split` would be empty, or a file operation fails;
 * nothing that existed was changed. Errors of these packages that `source` throws while it is read
 * pass through.
 */
export async function toPromptsJsonl(
  source: ResultSource,
  path: string,
  options: ToPromptsJsonlOptions = {},
): Promise<PromptsReport> {
  const settings = readPromptsOptions(options, path);
  const report = await exportDataset({
    source,
    path,
    settings,
    rules: promptRules(settings),
    fill: (writer) => fillPrompts(source, settings, writer),
    describe: (facts) => describePrompts(facts, settings),
  });
  return { ...report, warnings: [...report.warnings, ...validationWarnings(report, settings)] };
}

function describePrompts(
  facts: PromptsFacts,
  { allowMixedPrompts }: PromptsSettings,
): ManifestParts {
  return {
    report: { n_skipped_no_text: facts.skippedNoText },
    settings: { allow_mixed_prompts: allowMixedPrompts },
    counters: {
      tasks: facts.tasks,
      skipped_holdout: facts.skippedHoldout,
      skipped_unscored: facts.skippedUnscored,
      skipped_mixed_prompt: facts.skippedMixedPrompt,
      dropped_by_redaction: facts.droppedByRedaction,
      skipped_unsupported: facts.skippedUnsupported,
      in_learning_zone: facts.inLearningZone,
    },
    more: { unsupported: facts.unsupported as JsonObject },
  };
}
