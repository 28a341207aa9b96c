import { hash } from "node:crypto";
import type { ResultSource, TaskSummary } from "@rollouts/core";
import {
  atPlace,
  editConversation,
  numberCalls,
  replaceLoneSurrogates,
  type TrainingConversation,
} from "@rollouts/export-sft/rows";
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
  const { task, scoredCount } = summary;
  const { form, allowMixedPrompts } = settings;
  if (task.metadata.split === "holdout") return tally.count("skippedHoldout");
  if (scoredCount === 0) return tally.count("skippedUnscored");
  const found = await findPrompt(source, task, form.conversation);
  if (found === null) return tally.count("skippedNoText");
  if (found.isMixed && !allowMixedPrompts) return tally.count("skippedMixedPrompt");
  const place = writer.placeOf(task, found.conversation.provenance.attemptIndex);
  // What is no part of the prompt is not replaced, nor counted.
  const edits = { ...settings, replaceLoneSurrogates: false };
  const edited = await atPlace(place, () => editConversation(found.conversation, edits));
  if (edited.fault !== null) return tally.reject(task.id, edited.fault);
  if (edited.conversation === null) return tally.count("droppedByRedaction");
  const prompt = promptOf(edited.conversation);
  const fault = findPromptFault(prompt, form.conversation);
  if (fault !== null) return tally.reject(task.id, fault);
  await writePrompt({ summary, prompt, isRedacted: edited.isRedacted }, filling);
}

interface FoundPrompt {
  readonly summary: TaskSummary;
  readonly prompt: TrainingConversation;
  readonly isRedacted: boolean;
}

async function writePrompt(
  found: FoundPrompt,
  { settings, writer, tally }: Filling,
): Promise<void> {
  const { task, passRate, scoredCount, passedCount, inLearningZone } = found.summary;
  const { form } = settings;
  const fields = await atPlace(writer.placeOf(task), () => readFields(task, settings));
  const prompt = settings.replaceLoneSurrogates
    ? replaceLoneSurrogates(found.prompt)
    : found.prompt;
  const messages = numberCalls(prompt.messages);
  const outcome = await writer.write({
    task,
    row: toPromptRow(prompt, fields.json, form),
    identity: hash(
      "sha256",
      JSON.stringify(toPromptRow({ ...prompt, messages }, fields.json, form)),
    ),
    parts: [prompt],
    entry: { pass_rate: passRate, passed_count: passedCount, scored_count: scoredCount },
    hasManifestTools: form.tools === "manifest",
    isRedacted: found.isRedacted,
    isMended: prompt !== found.prompt || fields.isMended,
  });
  if (outcome === "written" && inLearningZone) tally.countInLearningZone();
}
