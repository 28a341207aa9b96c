import { Buffer } from "node:buffer";
import { type Advice, describeValue, isPlainObject, type ToolSpec } from "@rollouts/core";
import { findBrokenText } from "../conversation/find-broken-text.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { Row } from "../profiles/profile.ts";
import { checkLine, type LineRules } from "./check-line.ts";
import { type RowPlace, rowError } from "./row-error.ts";
import { toRowJson } from "./to-line.ts";

/** What `writeLine` takes. */
export interface WriteLineOptions {
  readonly place: RowPlace;
  /** What the row was made of: its texts are told by their messages. */
  readonly conversations: readonly TrainingConversation[];
  /** Tools that stand in the manifest and not in the row. */
  readonly manifestTools?: readonly ToolSpec[] | null | undefined;
  /** Name of the profile. */
  readonly name: string;
  /** What the line is held against; `null` for a profile whose tests do that. */
  readonly rules: LineRules | null;
}

/** A line with its newline. */
export interface WrittenLine {
  readonly bytes: Buffer;
  /** The line without its newline. */
  readonly json: string;
  /** The same, and the tools that stand in the manifest. */
  readonly text: string;
}

/**
 * Writes a row as a line that its own profile accepts.
 *
 * @throws ExportError that names task and attempt, for a row that it does not accept, and for half a
 * character, which UTF-8 cannot carry.
 */
export function writeLine(row: Row, options: WriteLineOptions): WrittenLine {
  const { place, conversations, manifestTools = null, name, rules } = options;
  if (!isPlainObject(row)) {
    throw rowError(place, `${profileFault(name)}: must be an object, got ${describeValue(row)}.`);
  }
  const json = toRowJson(row);
  const text = manifestTools === null ? json : json + JSON.stringify(manifestTools);
  const broken = findBrokenText(text, conversations);
  if (broken !== null) {
    const { fault, attemptIndex } = broken;
    throw rowError(
      { ...place, attemptIndex: attemptIndex ?? place.attemptIndex },
      `${fault}, which UTF-8 cannot carry. Nothing was written.`,
      { advice: replaceAdvice },
    );
  }
  const bytes = toLineBytes(json);
  if (rules === null) return { bytes, json, text };
  for (const { message, fault } of checkLine(bytes.subarray(0, -1), rules)) {
    const where = message === null ? "" : `message ${message} `;
    throw rowError(place, `${profileFault(name)}: ${where}${fault}. Nothing was written.`);
  }
  return { bytes, json, text };
}

/** In one piece from the start, since joining the newline as text would copy all of it once more. */
function toLineBytes(json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.allocUnsafe(length + 1);
  bytes.write(json);
  bytes[length] = newline;
  return bytes;
}

const newline = 0x0a;

const replaceAdvice: Advice = {
  id: "lone-surrogates",
  text: "Set the option replaceLoneSurrogates, mend the text in the option redact, or leave the task out.",
};

function profileFault(name: string): string {
  return `profile ${name} wrote a row that it does not accept, which is a fault of its format`;
}
