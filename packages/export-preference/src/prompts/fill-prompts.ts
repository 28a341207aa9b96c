import { hash } from "node:crypto";
import type { ResultSource, TaskSummary } from "@rollouts/core";
import { applyRedact, atPlace } from "@rollouts/export-sft";
import type { RowWriter } from "../files/row-writer.ts";
import { toPromptRow } from "../rows/prompt-row.ts";
import { findPrompt, findPromptFault, promptOf } from "./find-prompt.ts";
import { PromptTally } from "./prompt-tally.ts";
import type { PromptsSettings } from "./prompts-options.ts";
import type { PromptsFacts } from "./prompts-report.ts";
import { readFields } from "./read-fields.ts";

interface Filling {
  readonly source: ResultSource;
  readonly settings: PromptsSettings;
  readonly writer: RowWriter;
  readonly tally: PromptTally;
}

/** Writes a row for every task that has one, in the order of the source. */
export async function fillPrompts(
  source: ResultSource,
  settings: PromptsSettings,
  writer: RowWriter,
): Promise<PromptsFacts> {
  const tally = new PromptTally();
  for await (const summary of source.tasks()) {
    await placeTask(summary, { source, settings, writer, tally });
  }
  return tally.facts(writer.facts());
}

async function placeTask(summary: TaskSummary, filling: Filling): Promise<void> {
  const { source, settings, writer, tally } = filling;
  const { task, passRate, scoredCount, passedCount, inLearningZone } = summary;
  const { form, redact, allowMixedPrompts } = settings;
  if (task.metadata.split === "holdout") return tally.count("skippedHoldout");
  if (scoredCount === 0) return tally.count("skippedUnscored");
  const found = await findPrompt(source, task, form.conversation);
  if (found === null) return tally.count("skippedNoText");
  if (found.isMixed && !allowMixedPrompts) return tally.count("skippedMixedPrompt");
  const place = writer.placeOf(task, found.conversation.provenance.attemptIndex);
  const redacted = await atPlace(place, () => applyRedact(redact, found.conversation));
  if (redacted.fault !== null) return tally.reject(task.id, redacted.fault);
  if (redacted.conversation === null) return tally.count("droppedByRedaction");
  const { conversation, isRedacted } = redacted;
  const prompt = promptOf(conversation);
  const fault = findPromptFault(prompt, form.conversation);
  if (fault !== null) return tally.reject(task.id, fault);
  const fields = await atPlace(writer.placeOf(task), () => readFields(task, settings));
  const row = toPromptRow(prompt, fields, form);
  const outcome = await writer.write({
    task,
    row,
    identity: hash("sha256", JSON.stringify(row)),
    parts: [prompt],
    entry: { pass_rate: passRate, passed_count: passedCount, scored_count: scoredCount },
    hasManifestTools: form.tools === "manifest",
    isRedacted,
  });
  if (outcome === "written" && inLearningZone) tally.countInLearningZone();
}
