import type { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import type { JsonObject, ResolvedTask } from "@rollouts/core";
import {
  DigestSet,
  type FileRules,
  misfitFault,
  type Row,
  type RowNotes,
  type RowPlace,
  rowError,
  type SplitSide,
  ToolSets,
  type TrainingConversation,
  takeNotes,
  writeLine,
} from "@rollouts/export-sft/rows";
import type { DatasetSettings } from "../options/dataset-options.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";
import type { SideOutputs } from "./side-outputs.ts";

/** A row that is to be written. */
export interface PendingRow {
  readonly task: ResolvedTask;
  readonly row: Row;
  /** By what rows are the same; 64 hexadecimal digits. */
  readonly identity: string;
  /** Every text of the row, each in one of them; the first says which attempt the row is of. */
  readonly parts: readonly TrainingConversation[];
  /** Whether the tools stand in the manifest, and not in the row. */
  readonly hasManifestTools?: boolean;
  /** What the manifest says of the row besides its attempt. */
  readonly entry?: JsonObject;
  readonly isRedacted: boolean;
  readonly isMended: boolean;
}

/** What was noticed about the rows that were written. */
export interface RowFacts {
  readonly written: number;
  /** The same row is there already. */
  readonly droppedDuplicates: number;
  /** The file was full. */
  readonly droppedOverCap: number;
  /** Rows that the `redact` option changed. */
  readonly redacted: number;
  /** Rows in which U+FFFD took the place of half a character: the option `replaceLoneSurrogates`. */
  readonly withReplacedSurrogates: number;
  /** Rows with what looks like a secret; the manifest says where. They are written all the same. */
  readonly withSecrets: number;
  /** Rows with text such as `<|im_end|>`, which some trainers take for a control token. */
  readonly withSpecialTokenText: number;
  /**
   * Rows in which the model's text has a `<think>` or `</think>` without the other. Profiles with
   * `unfit: "refuse"` refuse such attempts, so they write none.
   */
  readonly withUnpairedThinkTag: number;
  /** Rows of attempts whose reasoning the provider showed; no shipped profile writes it. */
  readonly withoutReasoning: number;
}

export interface RowWriterOptions {
  readonly outputs: SideOutputs;
  readonly settings: DatasetSettings<DatasetKind>;
  readonly rules: FileRules;
}

export type WriteOutcome = "written" | "duplicate" | "over-cap";

/** Writes rows once each, and counts what becomes of them. */
export class RowWriter {
  readonly toolSets: ToolSets;
  /** Tasks with rows on each side. */
  readonly splitTasks = { train: 0, validation: 0 };
  readonly #outputs: SideOutputs;
  readonly #settings: DatasetSettings<DatasetKind>;
  readonly #rules: FileRules;
  readonly #seen = new DigestSet();
  readonly #facts = {
    written: 0,
    droppedDuplicates: 0,
    droppedOverCap: 0,
    redacted: 0,
    withReplacedSurrogates: 0,
    withSecrets: 0,
    withSpecialTokenText: 0,
    withUnpairedThinkTag: 0,
    withoutReasoning: 0,
  };
  #lastTask: ResolvedTask | null = null;

  constructor({ outputs, settings, rules }: RowWriterOptions) {
    this.#outputs = outputs;
    this.#settings = settings;
    this.#rules = rules;
    this.toolSets = new ToolSets(settings.form.conversation.tools);
  }

  /** What an error about an attempt, or a task as a whole, names. */
  placeOf(task: ResolvedTask, attemptIndex?: number): RowPlace {
    const { path } = this.#outputs.output(this.#outputs.sideOf(task));
    return { path, taskId: task.id, attemptIndex };
  }

  facts(): RowFacts {
    return { ...this.#facts };
  }

  /** True for a row that was written. */
  has(identity: string): boolean {
    return this.#seen.has(identity);
  }

  /**
   * Writes a row, unless the same is there already or the file is full.
   *
   * @throws ExportError for a text that UTF-8 cannot carry, for a row that its profile does not
   * accept, and for one that does not fit where that is an error.
   */
  async write(pending: PendingRow): Promise<WriteOutcome> {
    const { task, row, parts, identity } = pending;
    const side = this.#outputs.sideOf(task);
    const output = this.#outputs.output(side);
    if (this.#seen.has(identity)) return this.#drop("droppedDuplicates", "duplicate");
    if (output.isFull) return this.#drop("droppedOverCap", "over-cap");
    const place = this.placeOf(task, parts[0]?.provenance.attemptIndex);
    const { bytes, text } = writeLine(row, {
      place,
      conversations: parts,
      manifestTools: pending.hasManifestTools ? parts[0]?.tools : null,
      name: this.#rules.name,
      rules: this.#rules,
    });
    const { tools } = this.#settings.form.conversation;
    const hiddenTools = tools === null ? (parts[0]?.tools ?? null) : null;
    const notes = takeNotes(parts, text, hiddenTools);
    const outcome = await output.add(bytes, this.#entryOf(pending, bytes, notes));
    if (outcome !== "written") {
      if (this.#settings.onOverflow !== "truncate") {
        const { limits, name } = this.#rules;
        const misfit = { bytes: bytes.length, rows: output.rows, name, limits };
        throw rowError(place, misfitFault(outcome, misfit));
      }
      return this.#drop("droppedOverCap", "over-cap");
    }
    this.#seen.add(identity);
    this.#count(pending, notes, side);
    return "written";
  }

  #drop(counter: "droppedDuplicates" | "droppedOverCap", outcome: WriteOutcome): WriteOutcome {
    this.#facts[counter] += 1;
    return outcome;
  }

  #count({ task, isRedacted, isMended }: PendingRow, notes: RowNotes, side: SplitSide): void {
    this.#facts.written += 1;
    if (isRedacted) this.#facts.redacted += 1;
    if (isMended) this.#facts.withReplacedSurrogates += 1;
    if (notes.secrets.length > 0) this.#facts.withSecrets += 1;
    if (notes.hasSpecialTokenText) this.#facts.withSpecialTokenText += 1;
    if (notes.hasUnpairedThinkTag) this.#facts.withUnpairedThinkTag += 1;
    if (notes.lacksReasoning) this.#facts.withoutReasoning += 1;
    if (task !== this.#lastTask) this.splitTasks[side] += 1;
    this.#lastTask = task;
  }

  /** What the manifest says of a row. */
  #entryOf({ parts, entry }: PendingRow, bytes: Buffer, notes: RowNotes): JsonObject {
    const [first] = parts;
    const secrets = notes.secrets.map(({ kind, attemptIndex, message }) => ({
      kind,
      attempt_index: attemptIndex,
      message,
    }));
    return {
      task_id: first?.provenance.taskId,
      attempt_index: first?.provenance.attemptIndex,
      score: first?.provenance.score,
      ...entry,
      sha256: hash("sha256", bytes.subarray(0, -1)),
      tool_set: this.toolSets.numberOf(first?.tools ?? null) ?? undefined,
      secrets: secrets.length === 0 ? undefined : secrets,
    };
  }
}
