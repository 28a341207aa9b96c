import { hash } from "node:crypto";
import type { AttemptResult, ResolvedTask } from "@rollouts/core";
import { applyRedact } from "../conversation/apply-redact.ts";
import type { Fault } from "../conversation/fault.ts";
import { findFault } from "../conversation/find-fault.ts";
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
  const { profile, redact } = settings;
  const reason = skipReason(attempt, settings);
  if (reason !== null) return { outcome: reason };
  const found = toConversation(attempt, task, profile);
  if (found === null) return { outcome: "skippedNoText" };
  if (output.isFull) return { outcome: "droppedOverCap" };
  const redacted = await applyRedact(redact, found);
  if (redacted.fault !== null) return { outcome: "skippedUnsupported", fault: redacted.fault };
  if (redacted.conversation === null) return { outcome: "droppedByRedaction" };
  const { conversation, isRedacted } = redacted;
  const fault = findFault(conversation, profile) ?? unrecordedToolRun(attempt, conversation);
  if (fault !== null) return { outcome: "skippedUnsupported", fault };
  const written = writeLine(profile.format.write(conversation, profile), {
    place,
    conversations: [conversation],
    manifestTools: profile.tools?.definitions === "manifest" ? conversation.tools : null,
    name: profile.name,
    rules: settings.rowRules,
  });
  const sha256 = hash("sha256", written.bytes.subarray(0, -1));
  return { outcome: null, conversation, isRedacted, written, sha256 };
}

/** A function agent may report what tools did without the messages that show it. */
function unrecordedToolRun(
  { run }: AttemptResult,
  { messages }: TrainingConversation,
): Fault | null {
  const ranTools = run !== null && run.toolExecutions.length > 0;
  if (!ranTools || messages.some(({ role }) => role === "tool")) return null;
  const fault = "the agent ran tools, and its messages do not show them";
  return { code: "unrecorded-tool-run", message: null, fault };
}
