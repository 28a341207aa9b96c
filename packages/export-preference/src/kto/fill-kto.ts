import { hash } from "node:crypto";
import type { AttemptResult, ResolvedTask, ResultSource } from "@rollouts/core";
import { atPlace, numberCalls } from "@rollouts/export-sft/rows";
import { AttemptTally } from "../attempts/attempt-tally.ts";
import type { Candidate } from "../attempts/candidate.ts";
import { selectCandidate } from "../attempts/select-candidate.ts";
import type { RowWriter } from "../files/row-writer.ts";
import { toKtoRow } from "../rows/kto-row.ts";
import type { KtoSettings } from "./kto-options.ts";
import type { KtoFacts } from "./kto-report.ts";
import { suggestWeights } from "./kto-weights.ts";

/** Writes a row for every attempt that has one, in the order of the source. */
export async function fillKto(
  source: ResultSource,
  settings: KtoSettings,
  writer: RowWriter,
): Promise<KtoFacts> {
  const filler = new KtoFiller(settings, writer);
  for await (const summary of source.tasks()) {
    const { task } = summary;
    if (task.metadata.split === "holdout") {
      filler.attempts.countHoldout(summary);
      continue;
    }
    filler.startTask();
    for await (const attempt of source.attempts(task.id)) await filler.place(task, attempt);
  }
  return filler.facts();
}

class KtoFiller {
  readonly attempts = new AttemptTally();
  readonly #settings: KtoSettings;
  readonly #writer: RowWriter;
  readonly #counts = { skippedMixedPrompt: 0, desirable: 0, undesirable: 0, contradictory: 0 };
  /** Of the task's first row. */
  #promptDigest: string | null = null;

  constructor(settings: KtoSettings, writer: RowWriter) {
    this.#settings = settings;
    this.#writer = writer;
  }

  startTask(): void {
    this.#promptDigest = null;
  }

  async place(task: ResolvedTask, attempt: AttemptResult): Promise<void> {
    const { form, allowMixedPrompts } = this.#settings;
    const place = this.#writer.placeOf(task, attempt.attemptIndex);
    const selection = await atPlace(place, () => selectCandidate(attempt, task, this.#settings));
    if (selection.outcome !== null) {
      const { outcome, fault } = selection;
      if (fault === undefined) this.attempts.count(outcome);
      else this.attempts.reject(task.id, attempt.attemptIndex, fault);
      return;
    }
    const { candidate } = selection;
    const { conversation, score, promptDigest, isRedacted, isMended } = candidate;
    if (!allowMixedPrompts && promptDigest !== (this.#promptDigest ?? promptDigest)) {
      this.#counts.skippedMixedPrompt += 1;
      return;
    }
    const digest = this.#digestOf(candidate);
    const outcome = await this.#writer.write({
      task,
      row: toKtoRow(candidate, form),
      identity: identityOf(digest, score.passed),
      parts: [conversation],
      entry: { label: score.passed },
      isRedacted,
      isMended,
    });
    if (outcome !== "written") return;
    this.#promptDigest ??= promptDigest;
    this.#counts[score.passed ? "desirable" : "undesirable"] += 1;
    if (this.#writer.has(identityOf(digest, !score.passed))) this.#counts.contradictory += 2;
  }

  /** Equal for rows that say the same but for the label, whatever ids their calls have. */
  #digestOf(candidate: Candidate): string {
    const { conversation } = candidate;
    const messages = numberCalls(conversation.messages);
    const plain = { ...candidate, conversation: { ...conversation, messages } };
    const row = toKtoRow(plain, this.#settings.form);
    return hash("sha256", JSON.stringify({ ...row, label: null }));
  }

  facts(): KtoFacts {
    const { written, droppedDuplicates, droppedOverCap } = this.#writer.facts();
    const { skippedMixedPrompt, desirable, undesirable } = this.#counts;
    const rows = written + droppedDuplicates + droppedOverCap;
    return {
      considered: rows + skippedMixedPrompt + this.attempts.total,
      ...this.#counts,
      ...this.attempts.facts(),
      suggestedWeights: suggestWeights(desirable, undesirable),
    };
  }
}

function identityOf(digest: string, label: boolean): string {
  return hash("sha256", `${label} ${digest}`);
}
