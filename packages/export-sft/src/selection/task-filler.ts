import type { AttemptResult, JsonObject, ResolvedTask } from "@rollouts/core";
import { identityDigest } from "../conversation/identity-digest.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { DatasetOutput } from "../files/dataset-output.ts";
import type { SftProfile } from "../profiles/profile.ts";
import { misfitFault } from "../rows/misfit-fault.ts";
import { atPlace, type RowPlace, rowError } from "../rows/row-error.ts";
import type { SftSettings } from "../sft-options.ts";
import { countRowTokens } from "../tokens/count-row-tokens.ts";
import type { TokenCounter } from "../tokens/load-token-counter.ts";
import { type RowNotes, takeNotes } from "./row-notes.ts";
import type { RowTally } from "./row-tally.ts";
import type { SeenRows } from "./seen-rows.ts";
import { type RowSelection, selectRow } from "./select-row.ts";
import type { SplitSide } from "./split.ts";
import type { ToolSets } from "./tool-sets.ts";

export interface TaskFillerOptions {
  readonly task: ResolvedTask;
  /** Where its rows go. */
  readonly side: SplitSide;
  readonly output: DatasetOutput;
  readonly settings: SftSettings;
  readonly countTokens: TokenCounter | null;
  readonly tally: RowTally;
  readonly toolSets: ToolSets;
  readonly seen: SeenRows;
}

type SelectedRow = Extract<RowSelection, { outcome: null }>;

/** Writes the rows of one task. */
export class TaskFiller {
  readonly #options: TaskFillerOptions;
  #rows = 0;
  /** The system messages of the task's first row. */
  #prompt: string | null = null;

  constructor(options: TaskFillerOptions) {
    this.#options = options;
  }

  get rows(): number {
    return this.#rows;
  }

  async place(attempt: AttemptResult): Promise<void> {
    const { settings, task, output, tally } = this.#options;
    const place = { path: output.path, taskId: task.id, attemptIndex: attempt.attemptIndex };
    const selection = await atPlace(place, () =>
      selectRow(attempt, task, { settings, output, place }),
    );
    if (selection.outcome === null) return await this.#placeRow(selection, place);
    const { outcome, fault } = selection;
    if (fault === undefined) tally.count(outcome);
    else tally.reject(task.id, attempt.attemptIndex, fault);
  }

  async #placeRow(row: SelectedRow, place: RowPlace): Promise<void> {
    const { settings, seen, side, output, tally, countTokens } = this.#options;
    const { conversation, written } = row;
    const { bytes, text } = written;
    const prompt = settings.allowMixedPrompts ? "" : systemPromptOf(conversation);
    if (this.#prompt !== null && prompt !== this.#prompt) {
      return tally.count("skippedMixedPrompt");
    }
    const identity = seen.rule === "nowhere" ? null : identityOf(row, settings.profile);
    if (identity !== null && seen.has(identity, side)) return tally.count("droppedDuplicates");
    if (settings.maxPerTask !== null && this.#rows >= settings.maxPerTask) {
      return tally.count("droppedOverTaskCap");
    }
    const notes = takeNotes(withShownTools(conversation, settings.profile), text);
    const tokens = countTokens === null ? null : countRowTokens(conversation, countTokens);
    const outcome = await output.add(bytes, this.#entryOf(row, notes, tokens));
    if (outcome !== "written") return this.#countOverCap(outcome, bytes.length, place);
    this.#rows += 1;
    this.#prompt = prompt;
    if (identity !== null) seen.add(identity, side);
    tally.countWritten({ notes, isRedacted: row.isRedacted, tokens });
  }

  /** What the manifest says of a row. */
  #entryOf(
    { conversation, sha256 }: SelectedRow,
    { secrets }: RowNotes,
    tokens: number | null,
  ): JsonObject {
    const { taskId, attemptIndex, score } = conversation.provenance;
    return {
      task_id: taskId,
      attempt_index: attemptIndex,
      score,
      sha256,
      tokens: tokens ?? undefined,
      tool_set: this.#options.toolSets.numberOf(conversation.tools) ?? undefined,
      secrets: secrets.length === 0 ? undefined : secrets.map((one) => ({ ...one })),
    };
  }

  #countOverCap(outcome: "full" | "too-large", bytes: number, place: RowPlace): void {
    const { settings, output, tally } = this.#options;
    const { name, limits } = settings.profile;
    if (settings.onOverflow !== "truncate") {
      throw rowError(place, misfitFault(outcome, { bytes, rows: output.rows, name, limits }));
    }
    tally.count("droppedOverCap");
  }
}

/** The conversation without tools that stand neither in the row nor, for the trainer, beside it. */
function withShownTools(
  conversation: TrainingConversation,
  { tools }: SftProfile,
): TrainingConversation {
  return tools === null ? { ...conversation, tools: null } : conversation;
}

/** By what rows are the same. Tools that are not in the row make no difference to a reader of it. */
function identityOf({ conversation, sha256 }: SelectedRow, { tools }: SftProfile): string {
  const inRow = tools?.definitions === "row" ? conversation.tools : null;
  return identityDigest({ ...conversation, tools: inRow }, sha256);
}

/** All system messages, each with its length, so that no two lists read alike. */
function systemPromptOf({ messages }: TrainingConversation): string {
  let prompt = "";
  for (const { role, content } of messages) {
    if (role === "system") prompt += `${content.length}:${content}`;
  }
  return prompt;
}
