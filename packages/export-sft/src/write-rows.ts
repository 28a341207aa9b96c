import { type AttemptResult, describeValue, ExportError, type ResultSource } from "@rollouts/core";
import { type SelectedMessage, selectConversation } from "./conversation.ts";
import type { DatasetWriter } from "./dataset-writer.ts";
import { findLoneSurrogate } from "./lone-surrogate.ts";
import { toRow } from "./row.ts";
import type { SftCounters } from "./sft-report.ts";
import type { SftSidecarLine } from "./sidecar.ts";
import { skipReason } from "./skip-reason.ts";

export interface WriteRowsOptions {
  readonly source: ResultSource;
  readonly writer: DatasetWriter;
  readonly onlyPassed: boolean;
  /** What errors call the file. */
  readonly path: string;
}

export interface WrittenRows {
  readonly counters: SftCounters;
  readonly skippedHoldout: number;
  /** One per row, in order. */
  readonly lines: readonly SftSidecarLine[];
}

/** Writes a row for every scored attempt that has one, in the order of the source. */
export async function writeRows(options: WriteRowsOptions): Promise<WrittenRows> {
  const { source } = options;
  const counters = {
    written: 0,
    skippedFailed: 0,
    skippedLimitHit: 0,
    skippedToolRuns: 0,
    skippedNoText: 0,
    droppedOverCap: 0,
  } satisfies SftCounters;
  const lines: SftSidecarLine[] = [];
  let skippedHoldout = 0;
  for await (const { task, scoredCount } of source.tasks()) {
    if (task.metadata.split === "holdout") {
      skippedHoldout += scoredCount;
      continue;
    }
    for await (const attempt of source.attempts(task.id)) {
      if (attempt.score === null) continue;
      const outcome = await placeAttempt(attempt, options);
      counters[outcome] += 1;
      if (outcome !== "written") continue;
      lines.push({
        task_id: task.id,
        attempt_index: attempt.attemptIndex,
        score: attempt.score.value,
      });
    }
  }
  return { counters, skippedHoldout, lines };
}

/** Writes the row of a scored attempt, or says by its counter why there is none. */
async function placeAttempt(
  attempt: AttemptResult,
  { writer, onlyPassed, path }: WriteRowsOptions,
): Promise<keyof SftCounters> {
  const reason = skipReason(attempt, onlyPassed);
  if (reason !== null) return reason;
  const conversation = selectConversation(attempt.run?.messages ?? []);
  if (conversation === null) return "skippedNoText";
  if (writer.isFull) return "droppedOverCap";
  refuseLoneSurrogates(conversation, attempt, path);
  return (await writer.add(toRow(conversation))) ? "written" : "droppedOverCap";
}

function refuseLoneSurrogates(
  conversation: readonly SelectedMessage[],
  { taskId, attemptIndex }: AttemptResult,
  path: string,
): void {
  for (const { content, index, role } of conversation) {
    const surrogate = findLoneSurrogate(content);
    if (surrogate === null) continue;
    throw new ExportError({
      path,
      message: `Task ${describeValue(taskId)}, attempt ${attemptIndex}: lone surrogate ${surrogate} in message ${index} (${role}) of its run, which UTF-8 cannot carry. Nothing was written. Leave the task out, or keep its agent from producing such text.`,
    });
  }
}
