import type { AttemptResult, JsonObject, ResolvedTask } from "@rollouts/core";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { DatasetOutput } from "../files/dataset-output.ts";
import { misfitFault } from "../rows/misfit-fault.ts";
import { atPlace, type RowPlace, rowError } from "../rows/row-error.ts";
import type { SftSettings } from "../sft-options.ts";
import { countRowTokens } from "../tokens/count-row-tokens.ts";
import type { TokenCounter } from "../tokens/load-token-counter.ts";
import { rowIdentity } from "./row-identity.ts";
import { type RowNotes, takeNotes } from "./row-notes.ts";
import type { RowTally, WrittenRow } from "./row-tally.ts";
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
type LeftOut = Exclude<RowSelection, { outcome: null }>;

/** A row that has only to be put into its file. */
interface PreparedRow extends WrittenRow {
  readonly outcome: null;
  readonly bytes: Uint8Array;
  /** What the manifest says of it. */
  readonly entry: JsonObject;
  /** Its system messages. */
  readonly prompt: string;
  /** By what rows are the same; `null` where that makes no difference. */
  readonly identity: string | null;
}

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
    const { task, output, tally } = this.#options;
    const place = { path: output.path, taskId: task.id, attemptIndex: attempt.attemptIndex };
    const found = await atPlace(place, () => this.#prepare(attempt, place));
    if (found.outcome === null) return await this.#write(found, place);
    const { outcome, fault } = found;
    if (fault === undefined) tally.count(outcome);
    else tally.reject(task.id, attempt.attemptIndex, fault);
  }

  /** All that goes by the attempt and the rows before it. Failures of files are none of these. */
  async #prepare(attempt: AttemptResult, place: RowPlace): Promise<PreparedRow | LeftOut> {
    const { settings, task, output, seen, side, countTokens } = this.#options;
    const { profile, allowMixedPrompts, maxPerTask } = settings;
    const row = await selectRow(attempt, task, { settings, output, place });
    if (row.outcome !== null) return row;
    const { conversation, written } = row;
    const prompt = allowMixedPrompts ? "" : systemPromptOf(conversation);
    if (this.#prompt !== null && prompt !== this.#prompt) return { outcome: "skippedMixedPrompt" };
    const identity =
      seen.rule === "nowhere" ? null : rowIdentity({ ...row, json: written.json }, profile);
    if (identity !== null && seen.has(identity, side)) return { outcome: "droppedDuplicates" };
    if (maxPerTask !== null && this.#rows >= maxPerTask) return { outcome: "droppedOverTaskCap" };
    const hiddenTools = profile.tools === null ? conversation.tools : null;
    const notes = takeNotes([conversation], written.text, hiddenTools);
    const shown = hiddenTools === null ? conversation : { ...conversation, tools: null };
    const tokens = countTokens === null ? null : countRowTokens(shown, countTokens);
    const entry = this.#entryOf(row, notes, tokens);
    const { bytes } = written;
    const { isRedacted, isMended } = row;
    return { outcome: null, bytes, entry, prompt, identity, notes, tokens, isRedacted, isMended };
  }

  async #write(row: PreparedRow, place: RowPlace): Promise<void> {
    const { seen, side, output, tally } = this.#options;
    const { bytes, entry, prompt, identity } = row;
    const outcome = await output.add(bytes, entry);
    if (outcome !== "written") return this.#countOverCap(outcome, bytes.length, place);
    this.#rows += 1;
    this.#prompt = prompt;
    if (identity !== null) seen.add(identity, side);
    tally.countWritten(row);
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
      secrets:
        secrets.length === 0 ? undefined : secrets.map(({ kind, message }) => ({ kind, message })),
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

/** All system messages, each with its length, so that no two lists read alike. */
function systemPromptOf({ messages }: TrainingConversation): string {
  let prompt = "";
  for (const { role, content } of messages) {
    if (role === "system") prompt += `${content.length}:${content}`;
  }
  return prompt;
}
