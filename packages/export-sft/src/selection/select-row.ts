import { hash } from "node:crypto";
import type { AttemptResult, ResolvedTask } from "@rollouts/core";
import { editConversation } from "../conversation/edit-conversation.ts";
import type { Fault } from "../conversation/fault.ts";
import { findFault } from "../conversation/find-fault.ts";
import { findRunFault } from "../conversation/find-run-fault.ts";
import { toConversation } from "../conversation/to-conversation.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { DatasetOutput } from "../files/dataset-output.ts";
import type { RowPlace } from "../rows/row-error.ts";
import { type WrittenLine, writeLine } from "../rows/write-line.ts";
import type { SftSettings } from "../sft-options.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { skipReason } from "./skip-reason.ts";

/** A row that may be written, or where its attempt went instead. */
export type RowSelection =
  | {
      readonly outcome: null;
      readonly conversation: TrainingConversation;
      readonly isRedacted: boolean;
      /** Whether it had half a character, which was replaced. */
      readonly isMended: boolean;
      readonly written: WrittenLine;
      /** SHA-256 of the line without its newline, 64 hexadecimal digits. */
      readonly sha256: string;
    }
  | { readonly outcome: AttemptOutcome; readonly fault?: Fault };

export interface SelectionContext {
  readonly settings: SftSettings;
  readonly output: DatasetOutput;
  readonly place: RowPlace;
}

/**
 * Makes the row of an attempt, as far as that goes by the attempt alone.
 *
 * @throws ExportError for a text that UTF-8 cannot carry, and a row that its own profile refuses.
 */
export async function selectRow(
  attempt: AttemptResult,
  task: ResolvedTask,
  { settings, output, place }: SelectionContext,
): Promise<RowSelection> {
  const { profile } = settings;
  const reason = skipReason(attempt, settings);
  if (reason !== null) return { outcome: reason };
  const found = toConversation(attempt, task, profile);
  if (found === null) return { outcome: "skippedNoText" };
  if (output.isFull) return { outcome: "droppedOverCap" };
  const runFault = attempt.run && findRunFault(attempt.run, found);
  if (runFault !== null) return { outcome: "skippedUnsupported", fault: runFault };
  const edited = await editConversation(found, settings);
  if (edited.fault !== null) return { outcome: "skippedUnsupported", fault: edited.fault };
  if (edited.conversation === null) return { outcome: "droppedByRedaction" };
  const { conversation, isRedacted, isMended } = edited;
  const fault = findFault(conversation, profile);
  if (fault !== null) return { outcome: "skippedUnsupported", fault };
  const written = writeLine(profile.format.write(conversation, profile), {
    place,
    conversations: [conversation],
    manifestTools: profile.tools?.definitions === "manifest" ? conversation.tools : null,
    name: profile.name,
    rules: settings.rowRules,
  });
  const sha256 = hash("sha256", written.bytes.subarray(0, -1));
  return { outcome: null, conversation, isRedacted, isMended, written, sha256 };
}
