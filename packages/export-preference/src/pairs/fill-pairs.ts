import { hash } from "node:crypto";
import type { ResolvedTask, ResultSource } from "@rollouts/core";
import { atPlace, type TrainingConversation } from "@rollouts/export-sft/rows";
import { AttemptTally } from "../attempts/attempt-tally.ts";
import { bytesOfAnswers, type Candidate } from "../attempts/candidate.ts";
import { selectCandidate } from "../attempts/select-candidate.ts";
import type { PendingRow, RowWriter } from "../files/row-writer.ts";
import { formPairs } from "./form-pairs.ts";
import { LengthTally } from "./pair-lengths.ts";
import type { FormedPair } from "./pair-search.ts";
import { hasEqualSides, toPlainRow } from "./plain-pair.ts";
import type { PreferenceSettings } from "./preference-options.ts";
import type { PreferencePair } from "./preference-pair.ts";
import type { PairFacts } from "./preference-report.ts";
import { type PairOutcome, TaskTally } from "./task-tally.ts";

/** Writes the pairs of every task, in the order of the source. */
export async function fillPairs(
  source: ResultSource,
  settings: PreferenceSettings,
  writer: RowWriter,
): Promise<PairFacts> {
  const attempts = new AttemptTally();
  const tasks = new TaskTally();
  const lengths = new LengthTally();
  for await (const summary of source.tasks()) {
    const { task } = summary;
    if (task.metadata.split === "holdout") {
      attempts.countHoldout(summary);
      tasks.countHoldout(task.id);
      continue;
    }
    const candidates: Candidate[] = [];
    for await (const attempt of source.attempts(task.id)) {
      const place = writer.placeOf(task, attempt.attemptIndex);
      const selection = await atPlace(place, () => selectCandidate(attempt, task, settings));
      if (selection.outcome === null) candidates.push(selection.candidate);
      else if (selection.fault === undefined) attempts.count(selection.outcome);
      else attempts.reject(task.id, attempt.attemptIndex, selection.fault);
    }
    const formed = formPairs(candidates, settings);
    const outcomes: PairOutcome[] = [];
    for (const pair of formed.pairs) {
      const place = writer.placeOf(task, pair.chosen.attemptIndex);
      const row = await atPlace(place, () => toPendingRow(task, pair, settings));
      const outcome = row === null ? "identical" : await writer.write(row);
      outcomes.push(outcome);
      if (outcome === "written") lengths.add(...bytesOf(pair.pair));
    }
    tasks.count({ taskId: task.id, candidateCount: candidates.length, formed, outcomes });
  }
  const counted = tasks.facts();
  const { paired, unpaired, mergedAttempts, contradictory } = counted;
  const considered = paired + unpaired + mergedAttempts + contradictory + attempts.total;
  return { considered, ...counted, ...attempts.facts(), lengths: lengths.facts() };
}

function bytesOf({ chosen, rejected }: PreferencePair): [number, number] {
  return [bytesOfAnswers(chosen), bytesOfAnswers(rejected)];
}

/** `null` when the row would have the same on both sides, as far as its format shows them. */
function toPendingRow(
  task: ResolvedTask,
  { chosen, rejected, pair }: FormedPair,
  { form }: PreferenceSettings,
): PendingRow | null {
  const plainRow = toPlainRow(pair, form);
  if (hasEqualSides(plainRow, form)) return null;
  const partOf = (candidate: Candidate, messages: PreferencePair["chosen"]) => ({
    ...candidate.conversation,
    messages,
  });
  const parts: TrainingConversation[] = [
    partOf(chosen, [...pair.prompt, ...pair.chosen]),
    partOf(rejected, pair.rejected),
  ];
  return {
    task,
    row: form.format.write(pair, form),
    identity: hash("sha256", `${JSON.stringify(plainRow)}`),
    parts,
    entry: {
      rejected_attempt_index: rejected.attemptIndex,
      rejected_score: rejected.score.value,
    },
    isRedacted: chosen.isRedacted || rejected.isRedacted,
    isMended: chosen.isMended || rejected.isMended,
  };
}
